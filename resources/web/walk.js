// One walk over all documents that can be reached: elements, texts, lists and dialogs.

const LIST_TAGS = new Set(["table", "ul", "ol"]);
const LIST_ROLES = new Set(["table", "grid", "treegrid", "list", "listbox", "feed"]);
const SHOWN_LEAVES = new Set(["select", "textarea"]);
const LEAVES = new Set([...SHOWN_LEAVES, "script", "style", "template", "noscript", "head", "datalist", "object", "embed"]);
const NOTHING = [0, 0, 0, 0];

function newScan() {
  const focus = deepFocus();
  return { tables: new Map(), rows: new Map(), heads: new Map(), nodes: [], elements: [], texts: [], lists: [], named: [], dialogs: [], foreign: [], roots: [], said: new Said(),
    section: "", line: null, cells: 0, range: document.createRange(), focus, active: activeEntry(focus), visited: 0,
    truncated: false };
}

function clipInside(el, style, state) {
  if (!el.firstChild && !el.shadowRoot) return state.outer;
  if (style.overflowX === "visible" && style.overflowY === "visible") return state.outer;
  const rect = el.getBoundingClientRect();
  const sx = el.offsetWidth ? rect.width / el.offsetWidth : 1;
  const sy = el.offsetHeight ? rect.height / el.offsetHeight : 1;
  const left = rect.left + el.clientLeft * sx;
  const top = rect.top + el.clientTop * sy;
  const inner = [left, top, left + el.clientWidth * sx, top + el.clientHeight * sy];
  return meet(state.outer, outward(state.view, inner));
}

// What the walk knows inside one element. `outer` is the clip that applies to the element itself.
class State {
  constructor(view, clip, seen, block) {
    this.view = view;
    this.clip = clip;
    this.outer = clip;
    this.windowClip = clip;
    this.positionedClip = clip;
    this.seen = seen;
    this.shown = true;
    this.block = block;
    this.row = null;
    this.pointer = false;
    this.style = null;
  }

  inner(el, style) {
    const next = new State(this.view, this.clip, this.seen, this.block);
    const { position, display } = style;
    next.windowClip = this.windowClip;
    next.outer = position === "fixed" ? this.windowClip : position === "absolute" ? this.positionedClip : this.clip;
    next.clip = isTopmost(el) || display === "inline" ? next.outer : clipInside(el, style, next);
    next.positionedClip = position === "static" ? this.positionedClip : next.clip;
    next.row = isRow(el) ? el : this.row;
    next.style = style;
    next.shown = style.visibility === "visible";
    next.pointer = style.cursor === "pointer";
    next.seen = this.seen && style.opacity !== "0";
    if (display !== "inline" && display !== "contents") next.block = el;
    return next;
  }
}

function isTopmost(el) {
  return el === el.ownerDocument.documentElement || el === el.ownerDocument.body;
}

function isListed(out, el, style, state) {
  if (isActionable(el)) return isEditableHost(el) || !el.hasAttribute("contenteditable") || el === out.focus;
  if (el === out.focus) return !isTopmost(el);
  if (!state.pointer && style.cursor !== "pointer" && isPlainCell(el)) return !nearest(parentOf(el), isActionable) && takesCell(out);
  return style.cursor === "pointer" && !state.pointer && !isTopmost(el) && el.localName !== "label" && !el.closest("label");
}

// A long table tells of its first cells only, so that its controls are all told.
function takesCell(out) {
  out.cells += 1;
  return out.cells <= LIMITS.cells;
}

function addElement(out, el, state) {
  const own = clickBox(el, state.style);
  if (!own || (own[2] - own[0] < 1 && own[3] - own[1] < 1)) return;
  // A field that has the keyboard is listed though nobody sees it: an editor may draw its text elsewhere.
  if (!state.seen && el.localName !== "input" && el !== out.focus) return;
  if (out.elements.length >= LIMITS.elements) {
    out.truncated = true;
    return;
  }
  out.nodes.push(el);
  out.elements.push(describe(out, el, outward(state.view, own), state));
  if (isField(el)) out.said.field(el);
}

function isDataRow(row) {
  return row.parentElement?.localName !== "thead" && row.querySelector("td, [role=cell], [role=gridcell]") !== null;
}

function rowsOf(list) {
  if (list.localName === "table") return [...list.rows].filter(isDataRow);
  const role = attr(list, "role");
  if (/^(table|grid|treegrid)$/.test(role)) return [...list.querySelectorAll("[role=row]")].filter(isDataRow);
  const items = ":scope > li, :scope > [role=listitem], :scope > [role=option], :scope > article, :scope > [role=article]";
  return [...list.querySelectorAll(items)];
}

function isList(el) {
  const role = el.getAttribute("role");
  return role === null ? LIST_TAGS.has(el.localName) : LIST_ROLES.has(role);
}

function addList(out, el, state) {
  const rows = rowsOf(el).filter((row) => row.checkVisibility()).length;
  const own = wordsOfCaption(el) || attr(el, "aria-label") || referenced(el, "aria-labelledby");
  const table = el.localName === "table" || /^(table|grid|treegrid)$/.test(attr(el, "role"));
  out.named.push({ own: own !== "", table });
  out.lists.push([cut(own || out.section, LIMITS.name), rows, region(outward(state.view, edges(el.getBoundingClientRect())))]);
}

// A list that only borrows the name of its section gives it up to the table there: it pages through it or filters it.
function settleListNames(out) {
  const tables = new Set(out.lists.filter((_, i) => out.named[i].table).map(([name]) => name));
  out.lists.forEach((list, i) => {
    if (!out.named[i].table && !out.named[i].own && tables.has(list[0])) list[0] = "";
  });
}

function wordsOfCaption(el) {
  return el.caption ? wordsOf(el.caption) : "";
}

function addDialog(out, el) {
  const box = el.getBoundingClientRect();
  const shown = (box.width > 0 && box.height > 0) || el.firstElementChild?.checkVisibility();
  if (shown) out.dialogs.push(titleOfDialog(el));
}

function addButtonText(out, el, state) {
  const text = buttonValue(el);
  if (!text || !state.seen) return;
  const box = meet(outward(state.view, edges(el.getBoundingClientRect())), state.outer);
  if (!isEmpty(box)) addLine(out, text, box, el);
}

function note(out, el, style, outer, state) {
  if (isListed(out, el, style, outer)) addElement(out, el, state);
  if (el.localName === "input") addButtonText(out, el, state);
  if (isList(el)) addList(out, el, state);
  if (isDialog(el)) addDialog(out, el);
  if (isHeading(el) && state.seen) out.section = wordsOf(el) || out.section;
}

function walkFrame(out, frame, state) {
  const inner = innerDocument(frame);
  const view = innerView(state.view, frame);
  const clip = meet(state.clip, outward(state.view, contentBox(frame)));
  if (!inner) out.foreign.push({ view, clip: isEmpty(clip) ? NOTHING : clip, url: frame.src });
  else walkDocument(out, inner, view, clip, state.seen);
}

function walkChildren(out, el, state) {
  const open = el.localName !== "details" || el.open;
  for (let child = el.firstChild; child; child = child.nextSibling) {
    if (child.nodeType === Node.TEXT_NODE) {
      if (!open || !state.seen || !state.shown) continue;
      out.said.text(child, state.block);
      if (!isEmpty(state.clip)) addText(out, child, state);
    } else if (isElement(child) && (open || child.localName === "summary")) walkElement(out, child, state);
  }
}

function walkInside(out, el, state) {
  if (isFrame(el)) walkFrame(out, el, state);
  if (el.shadowRoot) {
    out.roots.push(el.shadowRoot);
    walkChildren(out, el.shadowRoot, state);
  }
  if (!LEAVES.has(el.localName)) walkChildren(out, el, state);
}

function walkElement(out, el, outer) {
  out.visited += 1;
  if (out.visited > LIMITS.nodes) {
    out.truncated = true;
    return;
  }
  if (LEAVES.has(el.localName) && !SHOWN_LEAVES.has(el.localName)) return;
  const style = getComputedStyle(el);
  if (style.display === "none") return;
  const state = outer.inner(el, style);
  const before = out.section;
  const bounded = isSection(el);
  if (bounded) out.section = (isDialog(el) ? titleOfDialog(el) : titleOfSection(el)) || before;
  if (state.shown) note(out, el, style, outer, state);
  walkInside(out, el, state);
  if (bounded) out.section = before;
}

function walkDocument(out, doc, view, clip, seen) {
  const root = doc.documentElement;
  const before = [out.section, out.range];
  out.section = "";
  out.range = doc.createRange();
  const state = new State(view, clip, seen, root);
  if (root) walkElement(out, root, state);
  flushLine(out);
  [out.section, out.range] = before;
}
