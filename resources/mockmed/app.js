// Shows the screen that the hash names; the query string, and so all drift, stays.

import { h } from "./dom.js";
import { frame } from "./frame.js";
import { login } from "./login.js";
import { tasks } from "./tasks.js";
import { patient } from "./patient.js";
import { encounter } from "./encounter.js";
import { badAddress, missing } from "./problems.js";

const SCREENS = { login, tasks, patient, encounter };
const SLOW_MS = 1500;
const FIRST = "login";

let turn = 0;
let former = "";

function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

async function build(name, argument, came) {
  try {
    return await (SCREENS[name] ?? missing)(argument, came);
  } catch (error) {
    return missing(error.message);
  }
}

function show(content, name) {
  document.body.replaceChildren(...frame(content, name));
  scrollTo(0, 0);
}

async function route() {
  const mine = (turn += 1);
  const [name, argument] = (location.hash.slice(1) || FIRST).split("/");
  const came = former;
  former = location.hash;
  if (drift.has("slow")) {
    show([h("p", { class: "loading", role: "status" }, "Loading…")], name);
    await pause(SLOW_MS);
  }
  if (mine !== turn) return;
  const content = await build(name, argument, came);
  if (mine === turn) show(content, name);
}

function start() {
  if (drift.problems.length) return show(badAddress(), "problem");
  addEventListener("hashchange", route);
  return route();
}

start();
