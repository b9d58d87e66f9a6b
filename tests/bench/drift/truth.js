// Keeps what the page's author knows of the targets and takes it out of the page: the engine never sees it.
() => {
  const told = ["syn", "de", "long", "swap"];
  window.start = 0;
  window.rows = [...document.querySelectorAll("[rows]:not(textarea)")];
  window.records = [...document.querySelectorAll("[who]")];
  window.folds = [...document.querySelectorAll("[fold]")];
  window.marks = new Map([...document.querySelectorAll("[t]")].map((element) => [element.getAttribute("t"), {
    element, told: Object.fromEntries(told.filter((k) => element.hasAttribute(k)).map((k) => [k, element.getAttribute(k)])),
    facts: {
      row: window.records.some((r) => r.contains(element)), rows: window.rows.some((r) => r.contains(element)), fold: window.folds.some((f) => f.contains(element)),
      tag: element.tagName.toLowerCase(), type: element.type || "", icon: element.classList.contains("icon"), placed: !!element.closest("tr, table"),
    },
  }]));
  for (const name of ["t", "who", "fold", ...told]) for (const e of document.querySelectorAll(`[${name}]`)) e.removeAttribute(name);
  for (const e of window.rows) e.removeAttribute("rows");
  return Object.fromEntries([...window.marks].map(([name, mark]) => [name, { ...mark.facts, ...mark.told }]));
}
