// Roles, accessible names and labels.

const INPUT_ROLES = {
  checkbox: "checkbox", radio: "radio", button: "button", submit: "button", reset: "button", image: "button",
  file: "button", color: "button", range: "slider", number: "spinbutton", search: "searchbox",
};
const TAG_ROLES = { button: "button", summary: "button", textarea: "textbox", option: "option", area: "link", td: "gridcell" };
const FIELDS = "input:not([type=button]):not([type=submit]):not([type=reset]):not([type=image]), select, textarea";

function roleOf(el) {
  const given = attr(el, "role").split(" ")[0];
  if (given && given !== "presentation" && given !== "none") return given === "cell" ? "gridcell" : given;
  const tag = el.localName;
  if (tag === "a") return el.hasAttribute("href") ? "link" : "";
  if (tag === "select") return el.multiple || el.size > 1 ? "listbox" : "combobox";
  if (tag === "input") return INPUT_ROLES[el.type] ?? (el.hasAttribute("list") ? "combobox" : "textbox");
  return TAG_ROLES[tag] ?? (isEditableHost(el) ? "textbox" : "");
}

// Drawings and formulas say nothing of it: they take no text.
function isEditable(el) {
  return el.isContentEditable === true;
}

function isEditableHost(el) {
  return isEditable(el) && !(el.parentElement && isEditable(el.parentElement));
}

function isField(el) {
  return el.matches(FIELDS) || isEditableHost(el) || /^(textbox|searchbox|combobox|spinbutton)$/.test(attr(el, "role"));
}

// Collects the text of all that is rendered inside, controls left out; pictures give their alternative text.
class Words {
  constructor(skip, gap) {
    this.skip = skip;
    this.gap = gap;
    this.parts = [];
  }

  visit(node) {
    if (node.nodeType === Node.TEXT_NODE) this.parts.push(node.data.replace(/\s+/g, " "));
    else if (isElement(node) && !this.skip(node)) this.visitElement(node);
  }

  visitElement(el) {
    if (/^(script|style|template|noscript|input|select|textarea)$/.test(el.localName)) return;
    if (el.getAttribute("aria-hidden") === "true" || !el.checkVisibility()) return;
    const other = el.getAttribute("aria-label") ?? el.getAttribute("alt");
    if (other !== null) this.parts.push(` ${other} `);
    else this.visitInside(el);
  }

  visitInside(el) {
    const apart = !/^(inline|contents)$/.test(getComputedStyle(el).display);
    if (apart) this.parts.push(this.gap);
    el.childNodes.forEach((child) => this.visit(child));
    if (apart) this.parts.push(this.gap);
  }
}

const nothing = () => false;

function innerText(el, skip, gap) {
  const words = new Words(skip, gap);
  el.childNodes.forEach((child) => words.visit(child));
  return words.parts.join("");
}

function innerWords(el, skip = nothing) {
  return clean(innerText(el, skip, " "));
}

// The texts of the blocks inside, one for each.
function innerBlocks(el, skip = nothing) {
  return innerText(el, skip, "\n").split("\n").map(clean).filter(Boolean);
}

function wordsOf(el) {
  return el.firstElementChild ? innerWords(el) : clean(el.textContent);
}

function referenced(el, attribute) {
  const ids = attr(el, attribute);
  if (!ids) return "";
  const root = el.getRootNode();
  const found = ids.split(" ").map((id) => root.getElementById?.(id)).filter(Boolean);
  return clean(found.map(wordsOf).join(" "));
}

function labelTexts(el) {
  const labels = [...(el.labels ?? [])];
  const outer = labels.filter((label) => label.contains(el));
  const apart = labels.filter((label) => !label.contains(el));
  return [...apart, ...outer].map((label) => innerWords(label)).filter(Boolean);
}

function buttonValue(el) {
  if (el.localName !== "input" || !/^(button|submit|reset)$/.test(el.type)) return "";
  return clean(el.value) || { submit: "Submit", reset: "Reset" }[el.type] || "";
}

function contentName(el) {
  if (el.localName === "select" || el.localName === "input" || el.localName === "textarea") return "";
  if (isEditableHost(el)) return "";
  return wordsOf(el) || clean(el.querySelector("svg title")?.textContent);
}

function nameOf(el) {
  const name = referenced(el, "aria-labelledby") || attr(el, "aria-label") || labelTexts(el).join(" ")
    || attr(el, "alt") || buttonValue(el) || contentName(el) || attr(el, "title") || attr(el, "placeholder");
  return cut(name, LIMITS.name);
}

// What a person would call the field: the order of the recording format.
function labelOf(el) {
  if (!isField(el)) return "";
  const label = labelTexts(el)[0] || attr(el, "aria-label") || referenced(el, "aria-labelledby")
    || attr(el, "placeholder") || attr(el, "aria-placeholder") || attr(el, "name") || attr(el, "title");
  return cut(label, LIMITS.name);
}

const SECRET = /\b(current-password|new-password|one-time-code|cc-[a-z-]+)\b/;
const secrets = new WeakSet();

// Once a secret, always a secret: "show password" turns the type into text.
function isSecret(el) {
  if (el.localName !== "input" && el.localName !== "textarea") return false;
  if (el.type === "password" || SECRET.test(el.autocomplete ?? "") || SECRET.test(attr(el, "autocomplete"))) secrets.add(el);
  return secrets.has(el);
}
