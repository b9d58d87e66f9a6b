// Mouse, pen and touch: presses with their place, wheel gestures, drags that the browser itself carries out.

let pressed = null;
let wheeled = 0;
let lastWheelTarget = null;

// The scroll bar of an element is no part of its content.
function onScrollBar(el, event) {
  if (!isElement(el)) return false;
  const rect = el.getBoundingClientRect();
  const top = isTopmost(el);
  const width = top ? el.ownerDocument.documentElement.clientWidth : el.clientWidth;
  const height = top ? el.ownerDocument.documentElement.clientHeight : el.clientHeight;
  if (!width || (!top && el.offsetWidth - el.clientLeft - width < 4 && el.offsetHeight - el.clientTop - height < 4)) return false;
  const x = top ? event.clientX : event.clientX - rect.left - el.clientLeft;
  const y = top ? event.clientY : event.clientY - rect.top - el.clientTop;
  return getComputedStyle(el).display !== "inline" && (x >= width || y >= height) && !/^(input|select)$/.test(el.localName);
}

function scrollerOf(el) {
  return el && !isTopmost(el) ? el : el?.ownerDocument.scrollingElement ?? null;
}

function onDown(event) {
  const el = targetOf(event);
  const bar = onScrollBar(el, event);
  const scroller = bar ? scrollerOf(el) : null;
  pressed = { el, bar: scroller && { scroller, left: scroller.scrollLeft, top: scroller.scrollTop }, way: [] };
  begun = null;
  const [x, y] = pointOf(event);
  const hovers = hoversBefore(el);
  tell("down", timeOf(event), { x, y, button: event.button, held: held(event), bar, entered: enteredAt(el), hovers,
    tag: fieldAt(el)?.localName ?? "", look: moment(el) });
  forgetHovers();
}

// The way of the pointer while a button is held, with its pace: [x, y, ms since the epoch] each.
function onMove(event) {
  if (!pressed || pressed.way.length >= RECORD.way) return;
  const [x, y] = pointOf(event);
  const last = pressed.way.at(-1);
  if (last && last[0] === x && last[1] === y) return;
  pressed.way.push([x, y, timeOf(event)]);
}

function selectsText(el) {
  const chosen = self.getSelection();
  return Boolean(chosen) && !chosen.isCollapsed && String(chosen).trim() !== "" && !fieldAt(el);
}

function onUp(event) {
  const [x, y] = pointOf(event);
  const { bar, el, way } = pressed ?? {};
  const moved = bar ? { dx: Math.round(bar.scroller.scrollLeft - bar.left), dy: Math.round(bar.scroller.scrollTop - bar.top) } : {};
  tell("up", timeOf(event), { x, y, button: event.button, ...moved, selects: selectsText(targetOf(event)),
    field: Boolean(el && fieldAt(el)), way: way ?? [] });
  pressed = null;
}

// Scroll bars give no release in some browsers: where they came to rest is told by the scrolling itself.
function onScroll() {
  const { bar } = pressed ?? {};
  if (!bar) return;
  tell("bar", now(), { dx: Math.round(bar.scroller.scrollLeft - bar.left), dy: Math.round(bar.scroller.scrollTop - bar.top) });
}

function onWheel(event) {
  const el = targetOf(event);
  const first = timeOf(event) - wheeled > RECORD.wheelPause || el !== lastWheelTarget;
  if (first) begun = null;
  wheeled = timeOf(event);
  lastWheelTarget = el;
  const unit = event.deltaMode === 1 ? 40 : event.deltaMode === 2 ? innerHeight : 1;
  const [x, y] = pointOf(event);
  tell("wheel", timeOf(event), { x, y, dx: Math.round(event.deltaX * unit), dy: Math.round(event.deltaY * unit),
    zooms: event.ctrlKey, look: first ? moment(null) : null });
}

function onDrop(event) {
  const [x, y] = pointOf(event);
  tell("drop", timeOf(event), { x, y, way: pressed?.way ?? [], files: [...(event.dataTransfer?.files ?? [])].length, look: moment(targetOf(event)) });
}

listen("pointerdown", onDown);
listen("pointerup", onUp);
for (const type of ["pointermove", "dragover"]) listen(type, onMove);
listen("dblclick", (event) => tell("double", timeOf(event), {}));
listen("wheel", onWheel);
listen("scroll", onScroll);
listen("dragstart", (event) => tell("drag", timeOf(event), {}));
listen("drop", onDrop);
listen("dragend", (event) => tell("dragend", timeOf(event), { dropped: event.dataTransfer?.dropEffect !== "none" }));
