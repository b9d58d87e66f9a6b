// Which element had to be pointed at before another one could be seen.

const HOVER = { soon: 60, late: 400, longest: 450, looks: 25 };
let entry = { el: null, hit: null, time: 0, point: [0, 0], before: null };
let visible = null;
let resting = "";
let revealed = new WeakMap();
const entries = new WeakMap();

function collectSeen(root, found) {
  for (const el of root.querySelectorAll("*")) {
    if (el.shadowRoot) collectSeen(el.shadowRoot, found);
    if (!isActionable(el) || !el.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const box = el.getBoundingClientRect();
    if (box.width > 0 && box.height > 0) found.add(el);
  }
  return found;
}

function seenNodes() {
  return self.document?.documentElement ? collectSeen(self.document, new Set()) : new Set();
}

const FETCHED = new Set(["fetch", "xmlhttprequest", "script"]);

// Whether content that was asked for before the pointer came to an element has only arrived since.
function isLoading(at) {
  const since = at.time - self.performance.timeOrigin;
  const arrived = (time) => time === 0 || time > since - HOVER.late;
  if (self.performance.getEntriesByType("navigation").some((e) => arrived(e.domContentLoadedEventEnd))) return true;
  const fetched = self.performance.getEntriesByType("resource").filter((e) => FETCHED.has(e.initiatorType));
  return fetched.some((e) => e.startTime < since && arrived(e.responseEnd));
}

// Menus lie over the page; content that has loaded takes a place of its own.
function isLaidOver(el, at) {
  for (let up = el; isElement(up) && !holds(up, at.el); up = parentOf(up)) {
    if (["absolute", "fixed"].includes(getComputedStyle(up).position)) return true;
  }
  return false;
}

// What has come within moments of pointing at an element is what pointing revealed. `but` is where the pointer is by now.
function noteRevealed(at, but) {
  const seen = seenNodes();
  const loading = Boolean(at.before) && isLoading(at);
  const isRevealed = (el) => (el === but || !but || !holds(but, el)) && !(loading && !isLaidOver(el, at));
  for (const el of at.before ? seen : []) if (!at.before.has(el) && isRevealed(el)) revealed.set(el, at);
  for (const el of at.before ?? []) if (!seen.has(el)) revealed.delete(el);
  if (at.before) visible = seen;
}

function onOver(event) {
  const hit = targetOf(event);
  const el = hit && (workedBy(hit) ?? hit);
  if (!el || el === entry.el) return;
  const time = timeOf(event);
  const stayed = time - entry.time;
  const isNew = visible && isActionable(el) && !visible.has(el);
  const isDue = stayed < HOVER.longest || !entry.looked;
  if (entry.before && isDue && (stayed > HOVER.soon || isNew)) noteRevealed(entry, el);
  entries.set(el, time);
  // A page that changes under a resting pointer brings something under it: nobody pointed at that.
  const before = placeOf(event) === resting ? null : visible;
  entry = { el, hit, time, point: [event.clientX, event.clientY], before };
  const at = entry;
  for (const wait of [HOVER.soon, HOVER.late]) setTimeout(() => lookAround(at, wait === HOVER.late), wait);
}

function lookAround(at, isLast) {
  if (at !== entry) return;
  noteRevealed(at, null);
  at.looked = isLast;
}

function enteredAt(el) {
  const worked = el && (workedBy(el) ?? el);
  return (worked && entries.get(worked)) ?? 0;
}

// The elements that were pointed at, outermost first, so that `el` could be seen.
function hoversBefore(el) {
  const target = el && (workedBy(el) ?? el);
  const found = [];
  for (let at = target && revealed.get(target); at && found.length < 5; at = revealed.get(at.el)) {
    if (at.el === target || found.includes(at)) break;
    found.unshift(at);
  }
  return found.filter((at) => at.el.isConnected).map(hoverOf);
}

function hoverOf(at) {
  const [x, y] = pointOf({ clientX: at.point[0], clientY: at.point[1] });
  const { index, selector } = moment(at.hit) ?? { index: -1, selector: "" };
  return { x, y, time: at.time, index, selector };
}

// After a press other things appear for other reasons: what is seen then is the new beginning.
function forgetHovers() {
  revealed = new WeakMap();
  visible = null;
  entry.before = null;
  setTimeout(lookWhileResting, HOVER.late, resting, HOVER.looks);
}

function placeOf(event) {
  return `${event.screenX} ${event.screenY}`;
}

// What a press brings may take its time: until the pointer moves, whatever is seen was not revealed by it.
function lookWhileResting(at, looks) {
  if (visible === null || at === resting) visible = seenNodes();
  if (at === resting && looks > 1) setTimeout(lookWhileResting, HOVER.late, at, looks - 1);
}

listen("pointerover", onOver);
listen("pointermove", (event) => { resting = placeOf(event); });
listen("pointerdown", (event) => { resting = placeOf(event); });
listenToAll("load", () => { visible = seenNodes(); });
setTimeout(() => { visible ??= seenNodes(); }, HOVER.late);
