// What lies under a point, through frames and shadow roots.

const ACTIONABLE = [
  "a[href]", "area[href]", "button", "input:not([type=hidden])", "select", "textarea", "summary", "[contenteditable]",
  "[tabindex]:not([tabindex='-1'])", "[onclick]",
  ...("button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option textbox searchbox combobox "
    + "listbox slider spinbutton treeitem gridcell").split(" ").map((role) => `[role=${role}]`),
].join(", ");

const ACTION_TAGS = new Set(["a", "area", "button", "input", "select", "textarea", "summary"]);

function isActionable(el) {
  if (!ACTION_TAGS.has(el.localName) && !el.hasAttributes()) return false;
  return el.matches(ACTIONABLE) && el.getAttribute("contenteditable") !== "false";
}

function deepest(root, x, y) {
  let hit = root.elementFromPoint(x, y);
  while (hit?.shadowRoot) {
    const inner = hit.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return hit;
}

// The element at a point of the window, its document's view, and the frame of another process where one is there.
function hitAt(x, y) {
  let view = topView();
  let root = document;
  for (;;) {
    const hit = deepest(root, (x - view.x) / view.sx, (y - view.y) / view.sy);
    if (!hit || !isFrame(hit)) return { hit, view };
    const inner = innerDocument(hit);
    if (!inner) return { hit, view, foreign: true };
    view = innerView(view, hit);
    root = inner;
  }
}

function isCursorRoot(el) {
  const parent = parentOf(el);
  const pointer = (at) => isElement(at) && getComputedStyle(at).cursor === "pointer";
  return pointer(el) && !pointer(parent) && !/^(html|body|label)$/.test(el.localName);
}

// The element that a click on `hit` works: itself, an ancestor, or the control of a label.
function workedBy(hit) {
  const worked = nearest(hit, (el) => isActionable(el) || (el.localName === "label" && el.control));
  if (worked?.localName === "label") return worked.control;
  if (worked) return isEditable(worked) ? nearest(worked, isEditableHost) ?? worked : worked;
  return nearest(hit, isCursorRoot) ?? nearest(hit, isPlainCell);
}

// A cell of a table that only says something. Nothing shows whether the page hears double clicks or has a menu for it.
function isPlainCell(el) {
  if (el.localName !== "td" && el.getAttribute("role") !== "cell") return false;
  return !el.closest("thead") && !el.querySelector(ACTIONABLE) && clean(el.textContent) !== "";
}

function brief(el) {
  const named = nearest(el, (at) => isDialog(at)) ?? nearest(el, isActionable) ?? el;
  const what = roleOf(named) || (isDialog(named) ? "dialog" : named.localName);
  const words = isDialog(named) ? titleOfDialog(named) : nameOf(named);
  const id = isGenerated(idOf(named)) ? "" : `#${idOf(named)}`;
  return clean(`${what}${id} ${cut(words, 60)}`);
}

function takesPart(el, hit) {
  if (holds(el, hit)) return true;
  if ([...(el.labels ?? [])].some((label) => label.contains(hit))) return true;
  return holds(hit, el) && (hit.localName === "label" || isActionable(hit) || workedBy(hit) === el || isInline(el));
}

// The middle of an inline box may lie between its words: its block is hit then, and nothing covers it.
function isInline(el) {
  return getComputedStyle(el).display === "inline";
}

// What receives a click at the element's middle instead of it: a short description, or "".
function coverOf(el, x, y) {
  const { hit } = hitAt(x, y);
  return !hit || takesPart(el, hit) ? "" : brief(hit);
}
