// Which identifiers look as if a program had made them up for this load, and selectors built from those that do not.

const MAKERS = /^(ember|ext-gen|ext-comp|react|radix|mui|headlessui|yui|gwt|rc|cdk|mat|ng|auto|uid|uuid|guid)[-_:]?.*\d/i;
const TEST_IDS = ["data-testid", "data-test-id", "data-test", "data-cy", "data-qa"];

function looksRandom(token) {
  if (/^[a-z]+\d{1,2}$/i.test(token) || token.length < 5) return false;
  const mixed = /\d/.test(token) && /[a-z]/i.test(token);
  return mixed || /^[0-9a-f]{8,}$/i.test(token);
}

// True for hashes, counters and the like: such a value is different on the next load.
function isGenerated(value) {
  if (!value || value.length > 80 || /[:\s]/.test(value)) return true;
  if (/\d{4,}/.test(value) || /^\d/.test(value) || MAKERS.test(value)) return true;
  if (/(__|--|_)[A-Za-z0-9+]{5,}$/.test(value) && /__?[A-Za-z]*(\d|[a-z][A-Z]|[A-Z]{2})[A-Za-z0-9]*$/.test(value)) return true;
  return value.split(/[-_.]/).some(looksRandom);
}

function testId(el) {
  for (const name of TEST_IDS) if (el.hasAttribute(name)) return [name, el.getAttribute(name)];
  return null;
}

function quoted(value) {
  return `"${value.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\a ")}"`;
}

// Selectors of the element's own stable traits, best first; unique or not.
function ownSelectors(el) {
  const found = [];
  const test = testId(el);
  if (test) found.push(`[${test[0]}=${quoted(test[1])}]`);
  const id = idOf(el);
  if (id && !isGenerated(id)) found.push(`#${CSS.escape(id)}`);
  for (const name of ["name", "aria-label"]) {
    const value = el.getAttribute(name);
    if (value && !(name === "name" && isGenerated(value))) found.push(`${el.localName}[${name}=${quoted(value)}]`);
  }
  return found;
}

function isUnique(root, selector, el) {
  const found = root.querySelectorAll(selector);
  return found.length === 1 && found[0] === el;
}

function uniqueOwn(root, el) {
  return ownSelectors(el).find((selector) => isUnique(root, selector, el)) ?? null;
}

function nthOfType(el) {
  let nth = 1;
  for (let before = el.previousElementSibling; before; before = before.previousElementSibling) {
    if (before.localName === el.localName) nth += 1;
  }
  return `${CSS.escape(el.localName)}:nth-of-type(${nth})`;
}

// Role or tag inside the nearest ancestor with a stable trait, where that is already unique.
function underAncestor(root, el, ancestor) {
  const type = el.getAttribute("type");
  const role = el.getAttribute("role");
  const short = [role && `[role=${quoted(role)}]`, type && `${el.localName}[type=${quoted(type)}]`, CSS.escape(el.localName)];
  return short.filter(Boolean).map((own) => `${ancestor} ${own}`).find((selector) => isUnique(root, selector, el));
}

function pathInRoot(root, el) {
  const own = uniqueOwn(root, el);
  if (own) return own;
  const steps = [nthOfType(el)];
  for (let up = el.parentElement; up; up = up.parentElement) {
    const stable = uniqueOwn(root, up);
    if (stable) return underAncestor(root, el, stable) ?? [stable, ...steps].join(" > ");
    steps.unshift(nthOfType(up));
  }
  return steps.join(" > ");
}

// A selector that is unique now. Inside a shadow root it is `host >>> inner`.
function selectorOf(el) {
  const root = el.getRootNode();
  const inner = pathInRoot(root, el);
  return root.host ? `${selectorOf(root.host)} >>> ${inner}` : inner;
}

// The best own selector without proof of uniqueness over the document: cheap enough for every element.
function cheapSelector(el) {
  return ownSelectors(el)[0] ?? "";
}
