// What the program does after an action, as stories.py tells it: a list of [what, …details] in order.
(orders) => {
  const marks = window.marks, main = () => document.querySelector("main");
  const find = (name) => (marks.has(name) ? marks.get(name).element : document.querySelector(name));
  const block = (e) => e.closest("tr, li, article") || e;
  const make = (html) => { const hole = document.createElement("div"); hole.innerHTML = html; return hole; };
  const note = (text, role, kind) => { const p = document.createElement("p"); p.className = `note ${kind}`; p.setAttribute("role", role); p.textContent = text; return p; };
  const toast = (p) => { p.style.cssText = "position: fixed; right: 20px; top: 10px; margin: 0; padding: 10px 16px; background: #1d5c33; color: #fff; z-index: 60;"; return p; };
  const acts = {
    say(text) { document.querySelectorAll(".note").forEach((n) => n.remove()); main().prepend(note(text, "status", "")); },
    toast(text) { document.querySelectorAll(".note").forEach((n) => n.remove()); document.body.append(toast(note(text, "status", ""))); },
    hush() { document.querySelectorAll(".note").forEach((n) => n.remove()); },
    fail(text) { (document.querySelector(".modal") || main()).prepend(note(text, "alert", "bad")); },
    inline(name, text) { const at = find(name), scope = at.closest(".modal, form, section") || main(), field = scope.querySelector("input, textarea") || at, small = document.createElement("small"); small.textContent = text; small.style.cssText = "color: #b3261e; display: block;"; field.after(small); },
    busy(name) { const e = find(name); e.disabled = true; e.style.opacity = 0.6; e.textContent = "Please wait …"; },
    whole(html) { document.body.replaceChildren(...make(html).childNodes); document.title = "Page"; history.pushState(null, "", "/at"); window.scrollTo(0, 0); },
    empty() { for (const e of document.querySelectorAll("input, textarea")) e.value = ""; },
    type(name, text) { const e = find(name); e.value = text; e.focus(); },
    clear(name) { find(name).value = ""; },
    focus(name) { find(name).focus(); },
    tick(name) { const e = find(name); e.checked = !e.checked; e.focus(); },
    choose(name, option) { const e = find(name); e.value = option; },
    row(...cells) { // one more in the first list, last and with its texts, its place in it as any other's
      const list = window.rows.find((l) => l.isConnected), row = list.lastElementChild.cloneNode(true);
      const slots = [...row.querySelectorAll("td, b, h3 a, p")].filter((c) => !c.querySelector("button, svg"));
      if (slots.length) slots.forEach((s, i) => { (s.querySelector("a") || s).textContent = cells[i] ?? ""; });
      else row.textContent = cells.join(" ");
      list.append(row);
    },
    add(where, html) { find(where).append(...make(html).childNodes); },
    drop(name) { block(find(name)).remove(); },
    move(name, where) { find(where).append(block(find(name))); },
    rename(name, text) { find(name).textContent = text; },
    modal(title, html) { const m = make(`<div class="modal" role="dialog" aria-modal="true" aria-label="${title}"><h3>${title}</h3>${html}</div>`).firstChild; m.style.cssText = "display: block; visibility: visible; opacity: 1; height: auto;"; document.body.append(m); },
    close() { document.querySelectorAll(".modal, .popup").forEach((m) => m.remove()); },
    page(title, html, path) { const h = document.querySelector("header h1"); if (h) h.textContent = title; main().innerHTML = html; document.title = title; history.pushState(null, "", path); window.scrollTo(0, 0); },
    panel(html) { const s = document.querySelector("main section"); s.hidden = false; s.innerHTML = html; },
    tab(name) { for (const t of document.querySelectorAll("[role=tab]")) t.setAttribute("aria-selected", String(t === find(name))); find(name).focus(); },
    popup(name, html) { const at = find(name).getBoundingClientRect(), m = make(`<div class="popup" role="menu">${html}</div>`).firstChild; m.style.cssText = `position: fixed; left: ${at.left}px; top: ${at.bottom}px; padding: 8px 14px; background: var(--ground, #fff); border: 1px solid #888; z-index: 40;`; document.body.append(m); },
  };
  for (const [what, ...details] of orders) acts[what](...details);
}
