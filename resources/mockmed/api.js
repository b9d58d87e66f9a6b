// Talks to the clinic's own server.

async function ask(path, options) {
  const answer = await fetch(path, options);
  const value = await answer.json();
  if (!answer.ok) throw new Error(value.error);
  return value;
}

function post(path, value) {
  return ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(value) });
}

export function worklist() {
  return ask(drift.has("rows") ? "/api/patients?rows=1" : "/api/patients");
}

export function chart(patientId) {
  return ask(`/api/patients/${encodeURIComponent(patientId)}`);
}

export function leave(patientId) {
  return post(`/api/patients/${encodeURIComponent(patientId)}/leave`, {});
}

export function save(encounter) {
  return post("/api/encounters", { ...encounter, fault: drift.fault });
}
