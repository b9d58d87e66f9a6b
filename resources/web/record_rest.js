// After an action or a load the page tells, by itself, what it shows once it no longer changes: whoever listens may be slow.

const REST = { still: 120, most: 6, armed: 4000 };
let changedAt = now();
let armedAt = now();
let mutatedAt = now();
let toldRests = 0;
let restTimer = 0;

function arm() {
  armedAt = changedAt = now();
  toldRests = 0;
  watchRest();
}

function watchRest() {
  clearTimeout(restTimer);
  if (now() - armedAt < REST.armed && toldRests < REST.most) restTimer = setTimeout(tellRest, REST.still);
}

function tellRest() {
  if (now() - changedAt < REST.still - 10 || self.document.readyState === "loading") {
    watchRest();
    return;
  }
  toldRests += 1;
  tell("rest", now(), { look: moment(null), entered: mutatedAt });
}

function beginRest() {
  const seen = new MutationObserver(() => {
    changedAt = mutatedAt = now();
    watchRest();
  });
  seen.observe(self.document, { subtree: true, childList: true, attributes: true, characterData: true });
  listenToAll("load", arm);
  for (const type of ["pointerdown", "pointerup", "keydown", "input", "wheel", "drop"]) listen(type, arm);
  arm();
}

if (rootWindow === self && self.document) beginRest();
