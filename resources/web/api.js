// What the program calls. Answers are JSON text, which crosses the wire far faster than a tree of objects.

let nodes = [];
let shadowRoots = [];

function windowBox() {
  const scale = visualViewport?.scale ?? 1;
  return place?.clip ?? [0, 0, innerWidth * scale, innerHeight * scale];
}

function scanAll() {
  const out = newScan();
  walkDocument(out, document, topView(), windowBox(), true);
  settleListNames(out);
  shadowRoots = out.roots;
  return out;
}

function snapshot(where) {
  place = where;
  const out = scanAll();
  ({ nodes } = out);
  const { elements, texts, lists, dialogs, foreign, truncated } = out;
  return JSON.stringify({ url: location.href, title: document.title, scale: pixelRatio(), elements, texts, lists,
    dialogs, foreign, truncated, scroll: [bounded(scrollX), bounded(scrollY)], still: stillQuiet() });
}

function indexOf(node) {
  const known = nodes.indexOf(node);
  return known >= 0 ? known : nodes.push(node) - 1;
}

// What lies at (x, y) px of the frame.
function at(x, y) {
  return hitAt(x / pixelRatio(), y / pixelRatio());
}

// The element that a click at (x, y) px of the frame works, with a selector that is unique now.
function elementAt(where, x, y) {
  place = where;
  const { hit, view, foreign } = at(x, y);
  if (foreign) return JSON.stringify({ foreign: { view: innerView(view, hit), clip: windowBox() }, scale: pixelRatio() });
  const worked = hit && workedBy(hit);
  const out = worked ? scanAll() : null;
  const found = out ? out.nodes.indexOf(worked) : -1;
  if (found < 0) return JSON.stringify({});
  return JSON.stringify({ index: indexOf(worked), element: out.elements[found], selector: selectorOf(worked) });
}

// Whether a click at (x, y) px of the frame works that node of the last snapshot, and it still says the same.
function reaches(local, x, y, name, row) {
  place = null;
  const { hit, foreign } = at(x, y);
  if (foreign) return "null";
  const node = nodes[local];
  if (!hit || !node?.isConnected || workedBy(hit) !== node || nameOf(node) !== name) return "false";
  const inside = parentOf(node) ? nearest(parentOf(node), isRow) : null;
  const told = [nearest(node, isRow), inside].map((at) => JSON.stringify(rowTexts({ rows: new Map() }, at, node)));
  return JSON.stringify(told.includes(JSON.stringify(row)));
}

function isSame(node, tag, id) {
  return Boolean(node) && node.isConnected && node.localName === tag && idOf(node) === id;
}

// Brings a node of the last snapshot into view, the point at the parts (fx, fy) of it; false where it is gone.
function reveal(index, tag, id, fx, fy) {
  const node = nodes[index];
  if (!isSame(node, tag, id) || !isRendered(node.labels?.[0] ?? node)) return false;
  node.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  for (let outer = parentOf(node); isElement(outer); outer = parentOf(outer)) centre(node, outer, fx, fy);
  return true;
}

// Scrolls `outer` until that point of the node lies inside of what it shows, where it is a scroller and it does not yet.
function centre(node, outer, fx, fy) {
  if (outer.scrollHeight <= outer.clientHeight && outer.scrollWidth <= outer.clientWidth) return;
  const own = node.getBoundingClientRect();
  const [x, y] = [own.left + fx * own.width, own.top + fy * own.height];
  const whole = isTopmost(outer);
  const rect = outer.getBoundingClientRect();
  const [left, top] = whole ? [0, 0] : [rect.left + outer.clientLeft, rect.top + outer.clientTop];
  const { innerWidth, innerHeight } = outer.ownerDocument.defaultView;
  const [width, height] = whole ? [innerWidth, innerHeight] : [outer.clientWidth, outer.clientHeight];
  if (inside([left, top, left + width, top + height], x, y)) return;
  outer.scrollBy({ left: x - left - width / 2, top: y - top - height / 2, behavior: "instant" });
}

function selectAt(x, y) {
  const { hit } = at(x, y);
  const select = hit && workedBy(hit);
  return select?.localName === "select" ? select : null;
}

// The list at a point: its options, which of them the arrow keys reach, and what is chosen.
function listAt(x, y) {
  place = null;
  const select = selectAt(x, y);
  if (!select) return "null";
  const options = [...select.options];
  const reached = options.filter((option) => !option.disabled && !option.parentElement.disabled && !option.hidden);
  return JSON.stringify({ options: options.map(optionLabel), reached: reached.map(optionLabel),
    chosen: shownOptions(select), disabled: isDisabled(select), popup: !select.multiple && select.size <= 1 });
}

// Gives the keyboard to the list at a point; false where it is not the one that is meant.
function focusList(x, y) {
  const select = selectAt(x, y);
  if (!select || (guard && !guard.isMeant(select))) return "false";
  select.focus({ preventScroll: true });
  return "true";
}

// The type of the field that has the keyboard, "" where none has.
function focusedType() {
  const focus = deepFocus();
  return JSON.stringify(focus?.localName === "input" ? focus.type : "");
}

return { snapshot, elementAt, reaches, reveal, quiet, stillQuiet, watchQuiet, listAt, focusList, focusedType, guardNode, guardPoint,
  disarm };
