// The worklist.

import * as api from "./api.js";
import { button, h, row, table } from "./dom.js";

function fixed(text) {
  return h("span", { class: "fixed" }, text);
}

function taskRow(patient) {
  const label = drift.has("rename") ? "View" : "Open";
  const open = () => { location.hash = `#patient/${patient.id}`; };
  const badge = h("span", { class: `badge ${patient.priority.toLowerCase()}` }, patient.priority);
  return row({ id: `task-${patient.id}` }, patient.name, fixed(patient.born), fixed(patient.mrn), patient.reason, badge,
    button(label, { id: `open-${patient.id}`, class: "open", onclick: open }));
}

// A save banner lives until its patient is left for this list.
async function leavePatient(came) {
  const [screen, id] = came.slice(1).split("/");
  if (screen === "patient" || screen === "encounter") await api.leave(id);
}

export async function tasks(_, came) {
  document.title = "Referral Tasks · MockMed";
  await leavePatient(came);
  const patients = await api.worklist();
  const action = h("span", { class: "unseen" }, "Action");
  return [
    h("div", { class: "heading" }, h("h1", {}, "Referral Tasks"), h("p", {}, `${patients.length} patients are waiting`)),
    h("section", { class: "card flush" },
      table("tasks", ["Patient", "Born", "MRN", "Reason", "Priority", action], patients.map(taskRow))),
  ];
}
