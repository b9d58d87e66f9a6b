// Drift "modal": a question that must be answered before anything is saved.

import { button, h } from "./dom.js";

function dialog(answer) {
  return h("div", { id: "survey", class: "dialog card", role: "dialog", "aria-modal": "true", "aria-labelledby": "survey-title" },
    h("h2", { id: "survey-title" }, "Survey"),
    h("p", {}, "Would you recommend MockMed to a colleague? “Send” counts as a yes."),
    h("div", { class: "actions" },
      button("Not now", { id: "survey-not-now", onclick: answer }),
      button("Send", { id: "survey-send", class: "primary", onclick: answer })));
}

// Resolves once either button has been clicked.
export function survey() {
  const page = [...document.body.children];
  return new Promise((done) => {
    const scrim = h("div", { class: "scrim" }, dialog(() => {
      scrim.remove();
      page.forEach((part) => { part.inert = false; });
      done();
    }));
    page.forEach((part) => { part.inert = true; });
    document.body.append(scrim);
    scrim.querySelector("[role=dialog] button").focus();
  });
}
