// Lets a press reach what is meant, or nothing: what the page has put there meanwhile hears nothing of it.
//
// Listens at the windows, before all elements, while one action is sent. Pages see neither the listeners nor this world.

const PRESSES = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "dblclick", "auxclick", "contextmenu"];
const STROKES = ["keydown", "keypress", "keyup"];
const DECIDING = new Set(["pointerdown", "mousedown", "keydown"]);
const FORGOTTEN_MS = 30000; // the program that armed it is gone

let guard = null;

function rowsAround(node) {
  const outer = parentOf(node) ? nearest(parentOf(node), isRow) : null;
  return [nearest(node, isRow), outer].map((row) => rowTexts({ rows: new Map() }, row, node));
}

function isMadeAlike(one, other) {
  return one.localName === other.localName && roleOf(one) === roleOf(other) && idOf(one) === idOf(other);
}

class Guard {
  constructor(node, name, row, types) {
    Object.assign(this, { node, name, row, types, arrived: 0, passed: 0, refused: null, down: null });
    this.windows = documentsIn(document).map((doc) => doc.defaultView).filter(Boolean);
    this.hear = (event) => this.judge(event);
    this.listen("addEventListener");
    this.timer = setTimeout(() => this.stop(), FORGOTTEN_MS);
  }

  listen(verb) {
    for (const window of this.windows) for (const type of this.types) window[verb](type, this.hear, { capture: true });
  }

  stop() {
    clearTimeout(this.timer);
    this.listen("removeEventListener");
  }

  judge(event) {
    if (!event.isTrusted) return;
    if (DECIDING.has(event.type) && this.refused === null) this.decide(event.type, event.composedPath()[0]);
    if (this.refused === null) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  }

  // What cannot be judged gets nothing. A control that says something else once the button is down has been pressed.
  decide(type, hit) {
    this.arrived += 1;
    const samePress = type === "mousedown" && hit === this.down;
    this.down = null;
    try {
      if (samePress || this.isMeant(hit)) {
        this.passed += 1;
        if (type === "pointerdown") this.down = hit;
        return;
      }
      this.refused = isElement(hit) ? brief(workedBy(hit) ?? hit) : "";
    } catch {
      this.refused ??= "";
    }
  }

  // A page that draws its elements anew under the pointer is no other one as long as it says the same there.
  isMeant(hit) {
    const { node } = this;
    if (!node || !isElement(hit)) return false;
    const now = node.isConnected ? node : workedBy(hit) ?? hit;
    if (now !== node && !isMadeAlike(now, node)) return false;
    return worksIn(now, hit) && this.saysTheSame(now);
  }

  // Words that are gone while the pointer is there (a title that a tip took over) say nothing else.
  saysTheSame(now) {
    const name = nameOf(now);
    if (name !== this.name && (name !== "" || now !== this.node)) return false;
    return this.row.length === 0 || rowsAround(now).some((texts) => this.row.every((text) => texts.includes(text)));
  }
}

// Whether a press on `hit` works `node`: nothing between them that can be worked takes it.
function worksIn(node, hit) {
  if (workedBy(hit) === node) return true;
  if (!holds(node, hit)) return false;
  const inner = nearest(hit, isActionable);
  return !inner || inner === node || !holds(node, inner);
}

function arm(node, name, row, byKey) {
  guard?.stop();
  guard = new Guard(node, name, row, byKey ? STROKES : PRESSES);
}

// Until `disarm` presses (or keys) reach that node of the last snapshot only, while it says the same; -1 for none.
function guardNode(local, name, row, byKey) {
  arm(nodes[local] ?? null, name, row, byKey);
  return "true";
}

// The same for what stands at (x, y) px of the frame now, whatever it is; false where presses there are not heard here.
function guardPoint(x, y) {
  place = null;
  const { hit, foreign } = at(x, y);
  if (!hit || foreign || /^(embed|object)$/.test(hit.localName)) return "false";
  const node = workedBy(hit) ?? hit;
  arm(node, nameOf(node), rowsAround(node)[0], false);
  return "true";
}

// What came of it: whether a press arrived, what was let through and what would have got the rest ("": unknown); null where it is gone.
function disarm() {
  const armed = guard;
  guard = null;
  armed?.stop();
  return JSON.stringify(armed && { arrived: armed.arrived, passed: armed.passed, refused: armed.refused });
}
