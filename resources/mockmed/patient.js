// One patient's chart: who it is, and the encounters so far.

import * as api from "./api.js";
import { button, h, row, table } from "./dom.js";

function fact(term, value) {
  return h("div", {}, h("dt", {}, term), h("dd", {}, value));
}

export function patientBanner({ name, born, mrn }) {
  return h("section", { id: "patient-banner", class: "card patient-banner", "aria-label": "Patient" },
    h("h1", {}, name), h("dl", {}, fact("Born", born), fact("MRN", mrn)));
}

function encounterRow(encounter) {
  const date = h("span", { class: "fixed" }, encounter.date || "–");
  const note = h("span", { class: "note" }, encounter.note);
  return row({ id: `encounter-${encounter.id}` }, date, encounter.type, encounter.visit || "–", note,
    encounter.agreed ? "Yes" : "No");
}

function encounterList(encounters) {
  if (!drift.showsList) return null;
  if (!encounters.length) return h("p", { id: "no-encounters", class: "empty" }, "No encounters have been saved yet.");
  return table("encounters", ["Date", "Type", "Visit", "Note", "Consent"], encounters.map(encounterRow));
}

function saveBanner(text) {
  return text === null ? null : h("p", { id: "save-banner", class: "save-banner", role: "status" }, text);
}

// A banner that an earlier visit left behind is not shown to somebody who comes from the list.
async function freshChart(id, came) {
  if (came === "#tasks") await api.leave(id);
  return api.chart(id);
}

export async function patient(id, came) {
  document.title = "Patient · MockMed";
  const chart = await freshChart(id, came);
  const create = () => { location.hash = `#encounter/${id}`; };
  return [
    h("a", { id: "back-to-tasks", class: "back", href: "#tasks" }, "Back to tasks"),
    patientBanner(chart.patient),
    saveBanner(chart.banner),
    h("section", { class: "card flush" },
      h("div", { class: "bar" }, h("h2", {}, "Encounters"),
        button("New Encounter", { id: "new-encounter", class: "primary", onclick: create })),
      encounterList(chart.encounters)),
  ];
}
