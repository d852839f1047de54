// Writing a standing order without leaving the page. Every button works without this: it sends the form, and the page
// comes back with one line more. Here what is new on that page takes its place, and what was picked is let go.
"use strict";

let waiting = 0;
let last = Promise.resolve();

// One press after the other: what was picked is that of the press, the lines are those that the press before left.
function ask(form, name, value) {
  const picked = [...new FormData(form), [name, value]];
  waiting += 1;
  const asked = last.then(() => send(form, picked, name)).finally(() => { waiting -= 1; });
  last = asked.catch(() => {});
  return asked;
}

async function send(form, picked, name) {
  const text = form.querySelector("textarea");
  const sent = new URLSearchParams(picked.map(([key, given]) => [key, key === text.name ? text.value : given]));
  const answer = await fetch(form.action, { method: "POST", body: sent, redirect: "error" });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("form[data-order]");
  if (!fresh) throw new Error("no order on this page");
  show(form, fresh, answer.ok && name === "add" && waiting === 1);
}

function show(form, fresh, letGo) {
  const at = document.activeElement?.closest("[data-fresh]") && [document.activeElement.name, document.activeElement.value];
  const open = [...form.querySelectorAll("[data-fresh] details")].map((each) => each.open);
  for (const part of form.querySelectorAll("[data-fresh]")) {
    part.replaceChildren(...fresh.querySelector(`[data-fresh="${part.dataset.fresh}"]`).childNodes);
  }
  form.querySelectorAll("[data-fresh] details").forEach((each, n) => { each.open = each.open || Boolean(open[n]); });
  if (at) [...form.elements].find((each) => each.name === at[0] && each.value === at[1])?.focus();
  if (letGo) {
    for (const field of form.querySelectorAll("input:checked:not([name=scope])")) field.checked = false;
    for (const field of form.querySelectorAll(".pick select")) field.value = "";
  }
  const typed = form.querySelector("input[name=move]");
  if (typed) typed.value = fresh.querySelector("input[name=move]").value;
  form.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" });
}

// Before others hear of it: this press gives nothing yet, and another may follow at once.
document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-order]");
  const button = event.submitter;
  if (!form || !button || ["give", "withdraw"].includes(button.value)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  ask(form, button.name, button.value).catch(() => {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: button.name, value: button.value }));
    form.submit();
  });
}, true);

// The text and the lines stay in step, and so does what the order would do.
document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-order]");
  if (form && event.target.matches("textarea, [name=scope]")) ask(form, "act", "rehearse").catch(() => {});
});
