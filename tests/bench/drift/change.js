// One change of the page. `window.marks` maps each target's name to its element; the page itself carries no mark.
({ kind, name, seed }) => {
  const marks = window.marks, el = name ? marks.get(name).element : null, told = name ? marks.get(name).told : {};
  const all = (selector) => [...document.querySelectorAll(selector)];
  const label = (e) => e.id && document.querySelector(`label[for="${e.id}"]`);
  const say = (e, text) => {
    const named = label(e);
    if (named) named.textContent = text;
    else if (e.placeholder) { e.placeholder = text; if (e.ariaLabel) e.ariaLabel = text; }
    else if (e.firstElementChild) e.ariaLabel = text;
    else e.textContent = text;
  };
  const said = (e) => (label(e) || e).textContent.trim() || e.placeholder || e.ariaLabel;
  const block = (e) => e.closest("tr, li, article") || (label(e) ? label(e).parentElement : e);
  const copyOf = (e) => { const copy = e.cloneNode(true); e.after(copy); return copy; };
  const rows = () => window.rows.map((list) => [...list.children]);
  const fresh = [["C-40902", "Grete Amann", "2026-04-01", "Open"], ["C-40911", "Hugo Paz", "2026-04-02", "Waiting"], ["C-40915", "Wim Smit", "2026-04-03", "Open"]];
  const rewrite = (row, values) => {
    const cells = [...row.querySelectorAll("td, b, h2, p")].filter((c) => !c.querySelector("button, input"));
    cells.slice(0, 4).forEach((cell, i) => { (cell.querySelector("a, b") || cell).textContent = values[i % values.length]; });
    if (!cells.length) (row.querySelector("a") || row).textContent = values[1];
  };
  const added = (list, i) => { const row = list.at(-1).cloneNode(true); rewrite(row, fresh[i]); for (const e of row.querySelectorAll("[id]")) e.removeAttribute("id"); return row; };
  const swapped = (a, b) => {
    const [x, y] = [block(a), block(b)], hole = document.createElement("i");
    x.replaceWith(hole); y.replaceWith(x); hole.replaceWith(y);
  };
  const retagged = (e) => {
    const other = document.createElement(e.tagName === "A" ? "button" : "a");
    for (const { name, value } of e.attributes) if (name !== "href" && name !== "type") other.setAttribute(name, value);
    if (other.tagName === "A") other.href = "#go"; else other.className ||= marks.button;
    other.append(...e.childNodes); e.replaceWith(other); marks.get(name).element = other;
  };
  const veil = (e) => {
    const at = e.getBoundingClientRect(), cover = document.createElement("div");
    cover.className = "veil"; cover.setAttribute("role", "dialog"); cover.setAttribute("aria-label", "Notice");
    cover.innerHTML = "<p>Your session ends in two minutes.</p><button>Stay</button>";
    cover.style.left = `${Math.max(0, at.left - 60)}px`; cover.style.top = `${Math.max(0, at.top - 40)}px`;
    cover.style.width = `${at.width + 120}px`; cover.style.minHeight = `${at.height + 80}px`; cover.style.zIndex = 99;
    document.body.append(cover);
  };
  const nameOf = (i) => "k" + ((seed * 7919 + i * 104729) % 899983).toString(36);
  const changes = {
    none() {}, scrolled() { document.body.style.paddingBottom = "900px"; window.start = 160; },
    banner() { const b = document.createElement("div"); b.className = "banner"; b.textContent = "Maintenance tonight from 22:00 to 23:00. Please save your work before then."; document.body.prepend(b); },
    rows_added() { for (const list of rows()) { list[0].before(added(list, 0)); list[1].before(added(list, 1)); list.at(-1).after(added(list, 2)); } },
    rows_removed() { for (const list of rows()) { const other = list.find((r) => ![...marks.values()].some((m) => r.contains(m.element))); if (other) other.remove(); } },
    rows_sorted() { for (const list of rows()) list.reverse().forEach((row) => row.parentElement.append(row)); },
    columns_moved() { for (const row of all("tr")) if (row.children.length > 1) row.children[row.children.length > 2 ? 2 : 1].after(row.children[0]); },
    synonym() { say(el, told.syn); }, language() { say(el, told.de); }, longer() { say(el, told.long); }, upper() { say(el, said(el).toUpperCase()); },
    ids() { all("[id], [name]").forEach((e, i) => {
      const was = e.id; if (e.name) e.name = nameOf(i + 500); if (!was) return;
      e.id = nameOf(i); for (const l of all("label")) if (l.htmlFor === was) l.htmlFor = e.id; }); all("main, section, form, div").forEach((e, i) => e.classList.add(nameOf(i + 900))); },
    retagged() { if (/^(A|BUTTON)$/.test(el.tagName)) retagged(el); },
    icon() { el.ariaLabel = said(el); el.innerHTML = '<svg viewBox="0 0 16 16"><path d="M8 1v9M4 7l4 4 4-4M2 14h12"/></svg>'; },
    collapsed() { window.folds.forEach((fold) => { fold.hidden = true; fold.style.display = "none"; }); },
    gone() { const named = label(el); el.remove(); if (named) named.remove(); },
    row_gone() { block(el).remove(); },
    twice() { const source = el.closest("tr, li, article") || label(el)?.parentElement || el; copyOf(source); },
    covered() { veil(el); },
    disabled() { el.disabled = true; if (el.tagName === "A") { el.setAttribute("aria-disabled", "true"); el.removeAttribute("href"); } el.style.opacity = 0.45; },
    other_record() { window.records.forEach((record) => rewrite(record, ["R-77310", "Otto Kranz", "1971-05-09", "Closed"])); },
    empty() { document.querySelector("main").innerHTML = "<p>Loading, please wait …</p>"; },
    swapped() { swapped(el, marks.get(told.swap).element); },
  };
  changes[kind]();
}
