// Says when nothing changes any more: content, scrolling, loading.

const RULES = { frames: 2, still: 25, frameless: 60, restless: 1500, restlessTimes: 10, loading: 8000, leaving: 5000 };
const restless = new WeakSet();
let leaving = 0;

// A document that is about to be replaced is not quiet, nor is a window that closes itself.
globalThis.navigation?.addEventListener("navigate", (event) => {
  if (!event.hashChange && !event.destination.sameDocument && event.downloadRequest === null) leaving = performance.now();
});
globalThis.navigation?.addEventListener("navigateerror", () => { leaving = 0; });

function isLeaving() {
  return closed || leaving > 0 && performance.now() - leaving < RULES.leaving;
}

function nextFrame() {
  return new Promise((done) => {
    const timer = setTimeout(done, RULES.frameless);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      done();
    });
  });
}

function documentsIn(doc, found = []) {
  found.push(doc);
  for (const frame of doc.querySelectorAll("iframe, frame")) {
    const inner = innerDocument(frame);
    if (inner) documentsIn(inner, found);
  }
  return found;
}

// A document that has been loading for long (a picture that never comes) no longer counts.
function isLoading(doc) {
  return doc.readyState !== "complete" && doc.timeline.currentTime < RULES.loading;
}

// Remembers changes; a node that keeps changing for long (a clock, a spinner) is left out from then on.
class Watch {
  constructor(documents) {
    this.changed = performance.now();
    this.moving = new Map();
    this.documents = documents;
    this.observer = new MutationObserver((records) => this.see(records));
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    for (const root of [...documents, ...shadowRoots.filter((shadow) => shadow.isConnected)]) this.observer.observe(root, all);
    this.touch = () => { this.changed = performance.now(); };
    for (const doc of documents) this.listen(doc, "addEventListener");
  }

  listen(doc, verb) {
    for (const type of ["scroll", "load", "error"]) doc[verb](type, this.touch, { capture: true, passive: true });
  }

  see(records) {
    const nodes = new Set(records.map((record) => record.target));
    for (const node of nodes) if (!this.isRestless(node)) this.touch();
  }

  isRestless(node) {
    const now = performance.now();
    const known = this.moving.get(node) ?? { since: now, times: 0 };
    known.times += 1;
    this.moving.set(node, known);
    if (known.times >= RULES.restlessTimes && now - known.since > RULES.restless) restless.add(node);
    return restless.has(node);
  }

  stop() {
    this.observer.disconnect();
    for (const doc of this.documents) this.listen(doc, "removeEventListener");
  }
}

let kept = null;

function isBusy(watch) {
  return isLeaving() || watch.documents.some(isLoading);
}

// Resolves to true as soon as `wanted` frames have passed without a change and the last one is `still` ms old, to
// false after `limit` ms. The watch goes on, for stillQuiet.
async function quiet(limit, wanted = RULES.frames, still = RULES.still) {
  const start = performance.now();
  kept?.stop();
  const watch = kept = new Watch(documentsIn(document));
  for (let frames = 0; performance.now() - start < limit;) {
    const before = watch.changed;
    await nextFrame();
    frames = isBusy(watch) || watch.changed !== before ? 0 : frames + 1;
    if (frames >= wanted && performance.now() - watch.changed >= still) {
      watch.asOf = watch.changed;
      return true;
    }
  }
  return false;
}

// Begins to watch, for stillQuiet; false where the document is busy now.
function watchQuiet() {
  kept?.stop();
  kept = new Watch(documentsIn(document));
  kept.asOf = kept.changed;
  return !isBusy(kept);
}

// Whether nothing has changed since the last time that it was quiet.
function stillQuiet() {
  return kept !== null && kept.changed === kept.asOf && !isBusy(kept);
}
