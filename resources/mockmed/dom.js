// Builds elements. Every id, class and name goes through `drift.name`, so that drift "ids" reaches all of them.

const NAMED = new Set(["id", "for", "name", "class", "aria-labelledby", "aria-describedby"]);

function renamed(value) {
  return value.split(" ").map(drift.name).join(" ");
}

function assign(element, key, value) {
  if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
  else if (NAMED.has(key)) element.setAttribute(key, renamed(value));
  else if (value === true) element.setAttribute(key, "");
  else if (value !== false) element.setAttribute(key, value);
}

// One element; attributes that start with "on" are listeners, children that are null are left out.
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) assign(element, key, value);
  element.append(...children.flat().filter((child) => child !== null));
  return element;
}

export function button(label, attributes) {
  return h("button", { type: "button", ...attributes }, label);
}

// A label above its control, both in one block; an error goes below.
export function field(label, control) {
  const text = h("label", {}, label);
  text.htmlFor = control.id;
  return h("div", { class: "field" }, text, control);
}

// Shows `message` below `control` and marks it as wrong.
export function showError(id, control, message) {
  control.after(h("p", { id, class: "error", role: "alert" }, message));
  control.setAttribute("aria-describedby", drift.name(id));
  control.setAttribute("aria-invalid", "true");
}

export function clearErrors(form) {
  form.querySelectorAll("[role=alert]").forEach((error) => error.remove());
  for (const control of form.querySelectorAll("[aria-invalid]")) {
    control.removeAttribute("aria-invalid");
    control.removeAttribute("aria-describedby");
  }
}

// A table; `columns` are its headings, `rows` arrays of cells of which the first heads its row.
export function table(id, columns, rows) {
  const heads = columns.map((column) => h("th", { scope: "col" }, column));
  return h("table", { id }, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows));
}

export function row(attributes, head, ...cells) {
  return h("tr", attributes, h("th", { scope: "row" }, head), cells.map((cell) => h("td", {}, cell)));
}
