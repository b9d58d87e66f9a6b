// Small helpers that every other part uses: text, style, tree and geometry.
//
// All parts are joined into one strict function and run in a world of their own: the page cannot see or break them.

const LIMITS = { elements: 5000, texts: 3000, nodes: 80000, name: 300, said: 80, text: 2000, options: 500, cells: 1000, px: 4e6 };

function clean(text) {
  return (text ?? "").replace(/[\s\u00a0\u200b]+/g, " ").trim();
}

function cut(text, length) {
  return text.length > length ? text.slice(0, length) : text;
}

function attr(el, name) {
  return clean(el.getAttribute(name));
}

// Not `el.id`: a form with a field of the name "id" gives that field.
function idOf(el) {
  return el.getAttribute("id") ?? "";
}

function isElement(node) {
  return node?.nodeType === Node.ELEMENT_NODE;
}

// Parent across the edge of a shadow root; null at the top of a document.
function parentOf(node) {
  const parent = node.assignedSlot ?? node.parentNode;
  return parent?.nodeType === Node.DOCUMENT_FRAGMENT_NODE ? parent.host ?? null : parent;
}

function holds(outer, inner) {
  for (let node = inner; node; node = parentOf(node)) if (node === outer) return true;
  return false;
}

function nearest(node, test) {
  for (let at = node; isElement(at); at = parentOf(at)) if (test(at)) return at;
  return null;
}

// The document inside a frame element, or null where it belongs to another process.
function innerDocument(frame) {
  try {
    return frame.contentDocument;
  } catch {
    return null;
  }
}

function isFrame(el) {
  return el.localName === "iframe" || el.localName === "frame";
}

function isRendered(el) {
  return el.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
}

// A rectangle as [left, top, right, bottom].
function edges(rect) {
  return [rect.left, rect.top, rect.right, rect.bottom];
}

function meet(a, b) {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
}

function isEmpty(box) {
  return box[2] <= box[0] || box[3] <= box[1];
}

function inside(box, x, y) {
  return x >= box[0] && x < box[2] && y >= box[1] && y < box[3];
}

// A view says how a document's own CSS px become CSS px of the window: offset and measured scale.
function outward(view, box) {
  return [view.x + box[0] * view.sx, view.y + box[1] * view.sy, view.x + box[2] * view.sx, view.y + box[3] * view.sy];
}

// Where this document lies, when it is a frame of another process: { view, clip, ratio }; null for the top document.
let place = null;

function pixelRatio() {
  return place?.ratio ?? devicePixelRatio;
}

// Pages place things millions of px away, and virtual lists are as tall as a browser allows: an edge is kept in bounds.
function bounded(px) {
  return Number.isFinite(px) ? Math.round(Math.min(Math.max(px, -LIMITS.px), LIMITS.px)) : 0;
}

// Window px to a region [x, y, w, h] in px of the frame.
function region(box) {
  const ratio = pixelRatio();
  const [left, top, right, bottom] = box.map((edge) => bounded(edge * ratio));
  return [left, top, right - left, bottom - top];
}

// The part of a frame element that its document fills.
function contentBox(frame) {
  const rect = frame.getBoundingClientRect();
  const style = getComputedStyle(frame);
  const sx = frame.offsetWidth ? rect.width / frame.offsetWidth : 1;
  const sy = frame.offsetHeight ? rect.height / frame.offsetHeight : 1;
  const pad = (side) => parseFloat(style[`padding${side}`]) || 0;
  const left = rect.left + (frame.clientLeft + pad("Left")) * sx;
  const top = rect.top + (frame.clientTop + pad("Top")) * sy;
  const width = (frame.clientWidth - pad("Left") - pad("Right")) * sx;
  const height = (frame.clientHeight - pad("Top") - pad("Bottom")) * sy;
  return [left, top, left + width, top + height];
}

function topView() {
  if (place) return place.view;
  const seen = visualViewport;
  const scale = seen?.scale ?? 1;
  const x = -(seen?.offsetLeft ?? 0) * scale;
  const y = -(seen?.offsetTop ?? 0) * scale;
  return { x, y, sx: scale, sy: scale, path: [] };
}

// Width and height of the window inside a frame element in its own px; of another process only the layout tells.
function innerSize(frame, width, height) {
  const window = innerDocument(frame)?.defaultView;
  return window ? [window.innerWidth || 1, window.innerHeight || 1] : [width, height];
}

// The view of the document inside `frame`, whose own document is seen through `view`.
function innerView(view, frame) {
  const box = outward(view, contentBox(frame));
  const rect = frame.getBoundingClientRect();
  const ratio = frame.offsetWidth ? rect.width / frame.offsetWidth * view.sx : view.sx;
  const [width, height] = innerSize(frame, (box[2] - box[0]) / ratio, (box[3] - box[1]) / ratio);
  const sx = (box[2] - box[0]) / width;
  const sy = (box[3] - box[1]) / height;
  return { x: box[0], y: box[1], sx, sy, path: [...view.path, frameTrait(frame)] };
}

function frameTrait(frame) {
  const id = idOf(frame);
  const name = attr(frame, "name");
  if (name && !isGenerated(name)) return name;
  if (id && !isGenerated(id)) return `#${id}`;
  if (attr(frame, "title")) return attr(frame, "title");
  const source = (frame.getAttribute("src") ?? "").split(/[?#]/)[0];
  if (source && !/^(about|data|javascript|blob):/.test(source)) return source;
  return `[${[...frame.ownerDocument.querySelectorAll("iframe, frame")].indexOf(frame)}]`;
}
