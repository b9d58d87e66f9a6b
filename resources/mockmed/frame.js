// What surrounds every screen: header bar, practice notice (drift "banner"), content.

import { h } from "./dom.js";

const USER_KEY = "mockmed-user";

export function rememberUser(name) {
  sessionStorage.setItem(USER_KEY, name);
}

function account(screen) {
  const user = sessionStorage.getItem(USER_KEY);
  if (!user || screen === "login") return null;
  return h("div", { class: "account" }, h("span", {}, `Signed in as ${user}`), h("a", { href: "#login" }, "Sign out"));
}

function notice() {
  if (!drift.has("banner")) return null;
  const text = "Maintenance on Sunday from 02:00 to 04:00: charts will be read-only.";
  return h("div", { id: "notice", class: "notice", role: "note" }, h("strong", {}, "Notice"), h("span", {}, text));
}

function header(screen) {
  const brand = h("div", { class: "brand" }, h("strong", {}, "MockMed"), h("span", {}, "Practice clinic"));
  return h("header", { class: "top" }, brand, account(screen));
}

export function frame(content, screen) {
  const main = h("main", { id: "content", class: `content ${screen}-screen` }, content);
  return [header(screen), notice(), main].filter((part) => part !== null);
}
