// The sign-in screen.

import { clearErrors, field, h, showError } from "./dom.js";
import { rememberUser } from "./frame.js";

const HINT = "This is a practice clinic: any user name works, and the password may stay empty.";

function signIn(form, username) {
  clearErrors(form);
  const name = username.value.trim();
  if (!name) return showError("username-error", username, "Enter a user name.");
  rememberUser(name);
  location.hash = "#tasks";
}

export function login() {
  document.title = "Welcome · MockMed";
  const plain = { autocomplete: "off", spellcheck: "false" };
  const username = h("input", { id: "username", name: "username", type: "text", ...plain });
  const password = h("input", { id: "password", name: "password", type: "password", ...plain });
  const form = h("form", { id: "login-form", class: "card stack", novalidate: true },
    h("h1", {}, "Welcome"), h("p", { class: "hint" }, HINT),
    field("Username", username), field("Password", password),
    h("button", { id: "sign-in", class: "primary wide", type: "submit" }, "Sign In"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    signIn(form, username);
  });
  return [form];
}
