// The form for a new encounter.

import * as api from "./api.js";
import { button, clearErrors, field, h, showError } from "./dom.js";
import { patientBanner } from "./patient.js";
import { survey } from "./survey.js";

const TYPES = ["Triage", "Consult", "Follow-up"];
const VISITS = ["Office", "Video", "Phone", "Home visit"];
const DUPLICATE_PREFIX = "WRONG BUTTON: ";

function typeChooser() {
  const choices = TYPES.map((type) =>
    button(type, { id: `type-${type.toLowerCase()}`, class: "segment", "aria-pressed": "false" }));
  const group = h("div", { id: "type", class: "segments", role: "group", "aria-labelledby": "type-label" }, choices);
  group.addEventListener("click", ({ target }) => {
    if (choices.includes(target)) choices.forEach((choice) => choice.setAttribute("aria-pressed", choice === target));
  });
  const value = () => group.querySelector("[aria-pressed=true]")?.textContent ?? "";
  const block = h("div", { class: "field" }, h("span", { id: "type-label", class: "label" }, "Type"), group);
  return { group, block, value };
}

function visitSelect() {
  const options = VISITS.map((visit) => h("option", { value: visit }, visit));
  return h("select", { id: "visit", name: "visit" }, h("option", { value: "" }, "Choose…"), options);
}

function saveButton() {
  const label = drift.has("rename") ? "Submit Encounter" : "Save Encounter";
  return h("button", { id: "save-encounter", class: "primary action", type: "submit" }, label);
}

function actions(patientId) {
  const back = () => { location.hash = `#patient/${patientId}`; };
  const cancel = button("Cancel", { id: "cancel", class: "action", onclick: back });
  const save = drift.has("delete") ? h("span", { class: "action", "aria-hidden": "true" }) : saveButton();
  return h("div", { class: "actions" }, drift.has("swap") ? [cancel, save] : [save, cancel]);
}

function controls() {
  return {
    type: typeChooser(),
    visit: visitSelect(),
    date: h("input", { id: "date", name: "date", type: "date" }),
    note: h("textarea", { id: "note", name: "note", rows: "4", maxlength: "4000", spellcheck: "false" }),
    agreed: h("input", { id: "agreed", name: "agreed", type: "checkbox" }),
    duplicate: drift.has("duplicate") ? saveButton() : null,
  };
}

function layOut(patientId, { type, visit, date, note, agreed, duplicate }) {
  const consent = h("label", { class: "check", for: "agreed" }, agreed, "Patient agreed to the visit summary");
  return h("form", { id: "encounter-form", class: "card stack", novalidate: true },
    h("div", { class: "title" }, h("h2", {}, "New Encounter"), duplicate), type.block,
    h("div", { class: "pair" }, field("Visit", visit), field("Date", date)),
    field("Note", note), consent, actions(patientId));
}

function isComplete(form, { type, note }) {
  clearErrors(form);
  if (!type.value()) showError("type-error", type.group, "Choose a type.");
  if (!note.value.trim()) showError("note-error", note, "Write a note.");
  return Boolean(type.value() && note.value.trim());
}

function values(patientId, { type, visit, date, note, agreed }, prefix) {
  return { patient_id: patientId, type: type.value(), visit: visit.value, date: date.value,
    note: prefix + note.value, agreed: agreed.checked };
}

// Whether it is stored, as far as the server tells.
async function store(form, encounter) {
  if (drift.has("modal")) await survey();
  try {
    await api.save(encounter);
    location.hash = `#patient/${encounter.patient_id}`;
    return true;
  } catch {
    const sentence = "The encounter was not saved: the server reported an error.";
    form.lastElementChild.before(h("p", { id: "save-error", class: "error", role: "alert" }, sentence));
    return false;
  }
}

function onSubmit(form, patientId, parts) {
  let busy = false;
  return async (event) => {
    event.preventDefault();
    if (busy || !isComplete(form, parts)) return;
    busy = true;
    const prefix = event.submitter !== null && event.submitter === parts.duplicate ? DUPLICATE_PREFIX : "";
    // Stays busy once stored: a further click before the next screen comes must not store it again.
    busy = await store(form, values(patientId, parts, prefix));
  };
}

export async function encounter(patientId) {
  document.title = "New Encounter · MockMed";
  const chart = await api.chart(patientId);
  const parts = controls();
  const form = layOut(patientId, parts);
  form.addEventListener("submit", onSubmit(form, patientId, parts));
  return [patientBanner(chart.patient), form];
}
