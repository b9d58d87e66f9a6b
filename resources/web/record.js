// Watches a person: trusted events only, in the capture phase, each with what the page showed at that very moment.
//
// Joined with the parts that describe the page, and run in every frame, in a world of its own. Nothing of the page is
// changed: no default is prevented (except of our own hot keys), no focus moved, no node made.

const RECORD = { drag: 5, wheelPause: 400, way: 3000, hotKeys: { p: "pause", f: "finish", u: "undo_last", s: "secret_next", v: "param_next", n: "note" } };
let serial = 0;

// Milliseconds since the epoch of an event of this frame.
function timeOf(event) {
  return self.performance.timeOrigin + event.timeStamp;
}

function now() {
  return self.performance.timeOrigin + self.performance.now();
}

function tell(kind, time, fields) {
  self[BINDING](JSON.stringify({ kind, time, ...fields }));
}

function targetOf(event) {
  const first = event.composedPath()[0] ?? event.target;
  return isElement(first) ? first : first?.parentElement ?? null;
}

// How this frame's own CSS px become px of the window of the outermost frame of this process.
function viewOfWindow(view) {
  if (view === rootWindow || !view.frameElement) return topView();
  return innerView(viewOfWindow(view.parent), view.frameElement);
}

function pointOf(event) {
  const [x, y] = outward(viewOfWindow(self), [event.clientX, event.clientY, event.clientX, event.clientY]);
  return [Math.round(x * pixelRatio()), Math.round(y * pixelRatio())];
}

// A closed shadow root hides what was really hit: only its host can be seen.
function isOpaque(el) {
  return Boolean(el) && el.localName.includes("-") && !el.shadowRoot && !el.textContent.trim() && !el.childElementCount;
}

// The whole page of this process as it is now, and which of its elements `el` works; null for a page that cannot be described.
function moment(el) {
  try {
    return described(el);
  } catch {
    return null;
  }
}

function described(el) {
  place = null;
  const out = scanAll();
  const { elements, texts, lists, dialogs, foreign, truncated } = out;
  const worked = el && !isOpaque(el) ? workedBy(el) ?? el : null;
  const index = worked ? out.nodes.indexOf(worked) : -1;
  return { url: rootWindow.location.href, title: document.title, scale: pixelRatio(), elements, texts, lists, dialogs, foreign,
    truncated, scroll: [bounded(scrollX), bounded(scrollY)], index, selector: index < 0 ? "" : selectorOf(worked),
    opaque: isOpaque(el), hidden: secretValues(out.nodes) };
}

function held(event) {
  const names = [["ctrlKey", "Control"], ["altKey", "Alt"], ["shiftKey", "Shift"], ["metaKey", "Meta"]];
  return names.filter(([flag]) => event[flag]).map(([, name]) => name);
}

// What listens, so that it can do so again: a document that a script opens and writes anew loses all listeners of its window.
const listeners = [];

function listenToAll(type, handle, passive = true) {
  listeners.push([type, handle, { capture: true, passive }]);
  self.addEventListener(type, handle, { capture: true, passive });
}

// What fails in a page of a kind that nobody thought of is told: it must not be lost in silence.
function listen(type, handle) {
  const heard = (event) => {
    if (!event.isTrusted) return;
    try {
      handle(event);
    } catch {
      tell("failed", timeOf(event), { type });
    }
  };
  listenToAll(type, heard, !type.startsWith("key"));
}

// Adding a listener that is still there does nothing.
function listenAgain() {
  for (const [type, handle, options] of listeners) self.addEventListener(type, handle, options);
}

const rewritten = new MutationObserver(listenAgain);

// Also called where the script is run again: the window may show another document by now.
self[KEY] = () => {
  listenAgain();
  if (self.document) rewritten.observe(self.document, { childList: true });
};
self[KEY]();
