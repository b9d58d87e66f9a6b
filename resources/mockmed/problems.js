// Screens for an address that asks for something unknown.

import { h } from "./dom.js";

function list(lines) {
  return h("ul", {}, lines.map((line) => h("li", {}, line)));
}

export function badAddress() {
  return [
    h("section", { id: "bad-address", class: "card stack" },
      h("div", { class: "stack", role: "alert" }, h("h1", {}, "This address asks for something unknown"), list(drift.problems)),
      h("h2", {}, "Known"), list(drift.known)),
  ];
}

export function missing(message = "There is no such screen.") {
  return [
    h("section", { id: "missing", class: "card stack" },
      h("h1", {}, "Not found"), h("p", { role: "alert" }, message), h("a", { href: "#tasks" }, "Back to tasks")),
  ];
}
