// Reads drift and faults from the page's address and changes the root element before anything is painted.
"use strict";

const drift = (() => {
  const MODES = [
    "theme", "move", "rename", "modal", "font", "density", "reflow", "banner",
    "duplicate", "swap", "delete", "slow", "ids", "rows",
  ];
  const FAULTS = ["refuse", "refuse_second", "error"];
  const PARAMETERS = ["drift", "zoom", "fault", "list"];
  const ZOOM = { least: 80, most: 150 };
  const query = new URLSearchParams(location.search);
  const problems = [];
  const modes = new Set();
  const zooms = query.getAll("zoom");

  function readModes() {
    for (const mode of query.getAll("drift").join(",").split(",").map((part) => part.trim())) {
      const zoom = /^zoom[=:](.*)$/.exec(mode);
      if (zoom) zooms.push(zoom[1]);
      else if (MODES.includes(mode)) modes.add(mode);
      else if (mode) problems.push(`Unknown drift “${mode}”.`);
    }
  }

  function oneOf(parameter, allowed) {
    const value = query.get(parameter) ?? "";
    if (value && !allowed.includes(value)) problems.push(`Unknown ${parameter} “${value}”.`);
    return value;
  }

  function applyZoom() {
    for (const zoom of zooms) {
      const fits = /^\d+$/.test(zoom) && zoom >= ZOOM.least && zoom <= ZOOM.most;
      if (fits) document.documentElement.style.zoom = zoom / 100;
      else problems.push(`Zoom “${zoom}” is not a whole number from ${ZOOM.least} to ${ZOOM.most}.`);
    }
  }

  function checkParameters() {
    for (const parameter of query.keys()) {
      if (!PARAMETERS.includes(parameter)) problems.push(`Unknown parameter “${parameter}”.`);
    }
  }

  const tokens = new Map();

  // A token that only this load of the page knows.
  function token(word) {
    if (!tokens.has(word)) {
      const [a, b] = crypto.getRandomValues(new Uint32Array(2));
      tokens.set(word, `x${a.toString(36)}${b.toString(36)}`);
    }
    return tokens.get(word);
  }

  function renameClassesInStyles() {
    for (const sheet of document.styleSheets) {
      for (const rule of sheet.cssRules) {
        if (rule.selectorText) {
          rule.selectorText = rule.selectorText.replace(/\.([a-z][\w-]*)/g, (_, word) => `.${token(word)}`);
        }
      }
    }
  }

  readModes();
  const fault = oneOf("fault", FAULTS);
  const list = oneOf("list", ["off"]);
  applyZoom();
  checkParameters();
  if (modes.has("ids")) renameClassesInStyles();
  document.documentElement.dataset.drift = [...modes].join(" ");

  return Object.freeze({
    has: (mode) => modes.has(mode),
    name: (word) => (modes.has("ids") ? token(word) : word),
    fault,
    showsList: list !== "off",
    problems,
    known: [
      `drift: ${MODES.join(", ")}`,
      `zoom: ${ZOOM.least} to ${ZOOM.most}`,
      `fault: ${FAULTS.join(", ")}`,
      "list: off",
    ],
  });
})();
