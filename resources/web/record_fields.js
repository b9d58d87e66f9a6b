// Fields: what they hold after each input, lists and file choosers, and the keys that are no text.

const DATED = /^(date|time|datetime-local|month|week)$/;
const EDITABLE = /^(text|search|email|tel|url|password|number|date|time|datetime-local|month|week)$/;
const fields = new WeakMap();
let lastKey = 0;
let begun = null;
let opened = null;
let acted = false;
let acting = null; // the field in which a key just does something by itself

function fieldAt(el) {
  const at = el && nearest(el, (node) => /^(input|textarea|select)$/.test(node.localName) || isEditableHost(node));
  if (!at || at.localName !== "input") return at ?? null;
  return EDITABLE.test(at.type) ? at : null;
}

// Line breaks as a person sees them; a browser adds one after the last empty block.
function rawValue(el) {
  if (el.localName === "select") return shownOptions(el);
  return el.localName === "input" || el.localName === "textarea" ? el.value : (el.innerText ?? "").replace(/\u00a0/g, " ").replace(/\n$/, "");
}

function orderOfDate() {
  const parts = new Intl.DateTimeFormat(undefined, { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit" });
  const order = parts.formatToParts(new Date(2001, 1, 3, 16)).map((part) => part.type);
  const codes = { year: "%Y", month: "%m", day: "%d" };
  return { date: order.filter((type) => codes[type]).map((type) => codes[type]).join(""), half: order.includes("dayPeriod") };
}

function dateForm(el) {
  if (el.localName !== "input" || !DATED.test(el.type)) return null;
  const { date, half } = orderOfDate();
  return { type: el.type, date, half };
}

function caretAtEnd(el) {
  try {
    return el.selectionStart === null || (el.selectionEnd === el.value.length && el.selectionStart === el.selectionEnd);
  } catch {
    return true;
  }
}

// A name for the field, as long as this document lives.
function numberOf(el) {
  if (!fields.has(el)) {
    serial += 1;
    fields.set(el, `${self.performance.timeOrigin}.${serial}`);
  }
  return fields.get(el);
}

function isManyLines(el) {
  return el.localName === "textarea" || isEditableHost(el);
}

function stateOf(el) {
  const secret = isSecret(el);
  const value = rawValue(el);
  return { field: numberOf(el), value: secret ? null : value, hidden: secret ? value : null, empty: value === "", secret, many: isManyLines(el),
    tag: el.localName, dated: dateForm(el), atEnd: isTextual(el) ? caretAtEnd(el) : true };
}

// What secret fields hold is told to the recorder, which looks for it elsewhere on the page and keeps it in memory only.
function secretValues(nodes) {
  return nodes.filter(isSecret).map((el) => [numberOf(el), rawValue(el)]);
}

// Also what a script or the browser fills in.
function onFilled(event) {
  const el = fieldAt(targetOf(event));
  if (el && isSecret(el)) tell("filled", now(), { hidden: secretValues([el]) });
}

function isTextual(el) {
  return el.localName === "textarea" || (el.localName === "input" && /^(text|search|tel|url|password)$/.test(el.type));
}

// Before its first input the page is looked at, so that the field can be shown as it was.
function begin(el, time) {
  if (begun === el || acting === el) return;
  begun = el;
  tell("begin", time, { ...stateOf(el), look: moment(el) });
}

function centerOf(el) {
  const box = edges(el.getBoundingClientRect());
  const [left, top, right, bottom] = outward(viewOfWindow(self), box);
  return [Math.round((left + right) / 2 * pixelRatio()), Math.round((top + bottom) / 2 * pixelRatio())];
}

function onInput(event) {
  const target = targetOf(event);
  if (target?.localName === "select") {
    tellChosen(target, timeOf(event));
    return;
  }
  if (target?.type === "color") tell("missed", timeOf(event), { what: "colour" });
  const el = fieldAt(target);
  if (!el) return;
  begin(el, timeOf(event));
  const how = event.inputType ?? "";
  tell("edit", timeOf(event), { ...stateOf(el), how, composing: Boolean(event.isComposing) });
  const key = lastKey;
  setTimeout(() => { if (key === lastKey) tell("edit", now(), { ...stateOf(el), how: "", composing: false }); }, 0);
}

function tellChosen(el, time) {
  begun = null;
  const [x, y] = centerOf(el);
  tell("choose", time, { field: numberOf(el), labels: [...el.selectedOptions].map(optionLabel), many: el.multiple, x, y });
}

function onChange(event) {
  const el = targetOf(event);
  if (el?.localName !== "input" || el.type !== "file" || !(event.isTrusted || opened === el)) return;
  opened = null;
  const [x, y] = centerOf(el);
  tell("files", timeOf(event), { names: [...el.files].map((file) => file.name), x, y, look: moment(el) });
}

function isOurs(event) {
  return event.ctrlKey && event.altKey && !event.shiftKey && !event.metaKey && RECORD.hotKeys[(event.key ?? "").toLowerCase()];
}

// A key of our own never reaches the program.
function obey(event) {
  const name = isOurs(event);
  if (!name) return false;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.type === "keydown" && !event.repeat) tell("command", timeOf(event), { name });
  return true;
}

function isText(event) {
  const altGr = event.getModifierState("AltGraph") || (event.ctrlKey && event.altKey);
  const option = event.altKey && !/Mac/.test(navigator.platform);
  return event.key.length === 1 && (altGr || !(event.ctrlKey || event.metaKey || option));
}

function onKeyDown(event) {
  if (!event.key || event.isComposing || event.keyCode === 229 || obey(event)) return;
  if (/^(Shift|Control|Alt|Meta|AltGraph|CapsLock|NumLock|Dead|Process|Unidentified|Compose)$/.test(event.key)) return;
  const focus = targetOf(event);
  const el = fieldAt(focus);
  const text = isText(event);
  const types = text || /^(Backspace|Delete)$/.test(event.key);
  if (acted && types) begun = null; // what the key before has changed was its own doing: another text begins
  acted = !types;
  acting = types || edits(event) ? null : el;
  if (el && types) begin(el, timeOf(event));
  lastKey += 1;
  const number = lastKey;
  const button = !el && focus ? focus.localName : "";
  tell("key", timeOf(event), { key: event.key, held: held(event), text, repeat: event.repeat, number, button,
    ...(el ? stateOf(el) : { field: null }), look: (text && el) || event.repeat ? null : moment(focus && isTopmost(focus) ? null : focus) });
  setTimeout(() => judge(event, number, el, types), 0);
}

// Keys that change the text as a person sees it, or only move the caret: what they make of the field is told by the field.
function edits(event) {
  const { key } = event;
  if (event.ctrlKey || event.metaKey) return /^[acvxyz]$/i.test(key) && !event.altKey;
  return /^(Arrow\w+|Home|End|PageUp|PageDown|Insert)$/.test(key) || (key === "Enter" && !held(event).length);
}

// What became of a key, as long as no other one has followed: whether the program took it for itself, whether the field still has the keyboard.
function judge(event, number, el, types) {
  if (event.defaultPrevented || !types) begun = null;
  if (number === lastKey) acting = null;
  tell("after", now(), { number, prevented: event.defaultPrevented, stays: Boolean(el) && isIn(el),
    value: el && number === lastKey && !isSecret(el) ? rawValue(el) : null });
}

function isIn(el) {
  return fieldAt(el.getRootNode().activeElement) === el;
}

function onLeave(event) {
  const el = fieldAt(targetOf(event));
  if (!el) return;
  begun = null;
  tell("leave", timeOf(event), { field: numberOf(el) });
}

// A chooser of files opens by a click on its input, which a styled button may make itself: seen although not trusted.
function onAnyClick(event) {
  const el = targetOf(event);
  if (el?.localName !== "input" || el.type !== "file") return;
  opened = el;
  tell("chooser", timeOf(event), {});
}

listen("beforeinput", (event) => { const el = fieldAt(targetOf(event)); if (el) begin(el, timeOf(event)); });
listen("input", onInput);
for (const type of ["input", "change"]) listenToAll(type, onFilled);
listenToAll("change", onChange);
listen("cancel", (event) => { if (targetOf(event)?.type === "file") tell("unchosen", timeOf(event), {}); });
listen("keydown", onKeyDown);
listen("keyup", (event) => { if (event.key) obey(event); });
listen("focusout", onLeave);
listen("copy", (event) => tell("copy", timeOf(event), {}));
listen("cut", (event) => tell("copy", timeOf(event), {}));
listenToAll("click", onAnyClick);
