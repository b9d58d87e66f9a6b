// One element as a row of values, in the order of `Element` after `index` (see backends/web/structure.py).

const TYPED = /^(text|search|email|tel|url|password|number|date|time|datetime-local|month|week)$/;

function isDisabled(el) {
  return el.matches(":disabled") || Boolean(el.closest("[aria-disabled=true], [inert]"));
}

function isTyped(el) {
  if (el.localName === "input") return TYPED.test(el.type) && !el.readOnly;
  if (el.localName === "textarea") return !el.readOnly;
  return isEditable(el);
}

function tristate(el, attribute) {
  const value = el.getAttribute(attribute);
  return value === "true" ? true : value === "false" ? false : null;
}

function checkedOf(el) {
  const native = el.localName === "input" && (el.type === "checkbox" || el.type === "radio");
  return native && !el.indeterminate ? el.checked : tristate(el, "aria-checked");
}

function expandedOf(el) {
  return el.localName === "summary" ? Boolean(el.parentElement?.open) : tristate(el, "aria-expanded");
}

function selectedOf(el) {
  return el.localName === "option" ? el.selected : tristate(el, "aria-selected");
}

function optionLabel(option) {
  return clean(option.label || option.text);
}

function shownOptions(select) {
  return [...select.selectedOptions].map(optionLabel).join(", ");
}

// What the field holds; null for secrets and for what holds no value.
function valueOf(el, secret) {
  if (secret) return null;
  if (el.localName === "select") return shownOptions(el);
  if (el.localName === "textarea") return el.value;
  if (el.localName === "input") return /^(checkbox|radio|button|submit|reset|image|file)$/.test(el.type) ? null : el.value;
  if (isEditableHost(el)) return clean(el.innerText);
  return el.getAttribute("aria-valuetext") ?? el.getAttribute("aria-valuenow");
}

function textOf(el) {
  if (/^(input|select|textarea)$/.test(el.localName)) return buttonValue(el);
  return cut(el.firstElementChild ? clean(el.innerText) : clean(el.textContent), LIMITS.text);
}

function submits(el) {
  const kind = el.localName === "button" || el.localName === "input" ? el.type : "";
  return Boolean(el.form) && (kind === "submit" || kind === "image");
}

// What the element's form says of how it is sent; "" where it does not say (scripts that send by themselves mostly do not).
function formMethod(el) {
  const said = (el.getAttribute("formmethod") ?? el.form?.getAttribute?.("method") ?? "").trim().toLowerCase();
  return said === "post" || said === "get" ? said : "";
}

const FORMS = new WeakMap();
let forms = 0;

// A number of the element's form, the same in all snapshots of this document; "" for an element of none.
function formOf(el) {
  const form = el.form;
  if (!form || form.localName !== "form") return "";
  if (!FORMS.has(form)) FORMS.set(form, String(++forms));
  return FORMS.get(form);
}

function deepFocus() {
  let focus = document.activeElement;
  for (;;) {
    const inner = focus?.shadowRoot?.activeElement ?? (focus && isFrame(focus) ? innerDocument(focus)?.activeElement : null);
    if (!inner) return focus;
    focus = inner;
  }
}

// The entry of a list that keys act on while the focus stays on its field or on the list itself.
function activeEntry(focus) {
  const id = focus?.getAttribute?.("aria-activedescendant");
  return id ? (focus.getRootNode().getElementById?.(id) ?? null) : null;
}

// Where the element can be clicked: its largest line box where it is wrapped, its label where it is itself hidden.
function clickBox(el, style) {
  const rects = style.display === "inline" ? el.getClientRects() : [el.getBoundingClientRect()];
  let best = rects[0];
  for (const rect of rects) if (rect.width * rect.height > best.width * best.height) best = rect;
  if (best && best.width > 1 && best.height > 1 && !isSeeThrough(el, style)) return edges(best);
  const label = [...(el.labels ?? [])].find((other) => other.getClientRects().length);
  return label ? edges(label.getBoundingClientRect()) : best ? edges(best) : null;
}

function isSeeThrough(el, style) {
  return el.localName === "input" && style.opacity === "0";
}

function viewing(state, box) {
  const x = (box[0] + box[2]) / 2;
  const y = (box[1] + box[3]) / 2;
  return inside(state.outer, x, y) ? [x, y] : null;
}

// The part of `box` (window px) that can be seen where some of it is clipped away; null for all or nothing.
function shownPart(state, box) {
  const seen = meet(box, state.outer);
  return isEmpty(seen) || seen.every((edge, at) => edge === box[at]) ? null : region(seen);
}

function states(el, secret, out) {
  const options = el.localName === "select" ? [...el.options].slice(0, LIMITS.options).map(optionLabel) : [];
  return [options, checkedOf(el), tristate(el, "aria-pressed"), expandedOf(el), selectedOf(el),
    el === out.focus, isDisabled(el), secret];
}

// `box` is in window px, `state` what the walk knows at this place.
function describe(out, el, box, state) {
  const secret = isSecret(el);
  const center = viewing(state, box);
  const covered = center ? coverOf(el, ...center) : "";
  const input = el.localName === "input" || el.localName === "button" ? el.type : "";
  return [el.localName, roleOf(el), nameOf(el), region(box), textOf(el), idOf(el), testId(el)?.[1] ?? "", attr(el, "name"),
    input, attr(el, "placeholder"), labelOf(el), cut(el.getAttribute("href") ?? "", LIMITS.name), valueOf(el, secret),
    cut(out.section, LIMITS.name), rowTexts(out, state.row, el), columnOf(out, state.row, el), state.view.path,
    cheapSelector(el), ...states(el, secret, out), center !== null, covered, submits(el), isTyped(el) && !isDisabled(el),
    false, formMethod(el), out.said.before(), shownPart(state, box), false, formOf(el), el === out.active];
}
