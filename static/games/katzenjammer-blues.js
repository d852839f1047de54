// Settling by tapping cards. The form works without this: what is tapped here only fills in its fields, and of the
// quartets offered only those stay open that the cards allow. The server has the last word.
"use strict";

function remaining(cards, taken) {
  const left = cards.slice();
  for (const card of taken) {
    const at = left.indexOf(card);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

function settleForm(form) {
  const pay = form.querySelector("input[name=part]:checked");
  if (!pay) return;
  markChosen(form, pay.value);
  let hand = remaining([...form.dataset.hand], pay.value);
  if (!hand) return;
  hand = hand.concat([...form.dataset.row]).sort();
  for (const select of form.querySelectorAll("select[name=part]")) {
    for (const option of select.options) {
      option.disabled = option.value !== "" && !remaining(hand, option.value.slice(0, 4));
    }
    if (select.selectedOptions[0]?.disabled) select.value = "";
    hand = remaining(hand, select.value.slice(0, 4));
  }
  const line = form.querySelector("[data-left]");
  line.hidden = false;
  line.querySelector("[data-left-cards]").textContent = hand.join(" ") || "–";
}

// Which cards of the tray the chosen payment takes, also before any is tapped.
function markChosen(form, pay) {
  const left = [...pay];
  for (const button of form.querySelectorAll("[data-tray-cards] button:not(.fresh)")) {
    const at = left.indexOf(button.dataset.card);
    delete button.dataset.chosen;
    if (at < 0) continue;
    left.splice(at, 1);
    button.dataset.chosen = "yes";
  }
}

// The tray: all cards as buttons. The first that are tapped pay, as many as were bid; then every four are a quartet.
function layTray(form) {
  const tray = form.querySelector("[data-tray]");
  if (!tray || tray.dataset.laid) return;
  tray.dataset.laid = "yes";
  tray.hidden = false;
  const holder = tray.querySelector("[data-tray-cards]");
  const lay = (card, fresh) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `card n${card}${fresh ? " fresh" : ""}`;
    button.textContent = card;
    button.dataset.card = card;
    button.setAttribute("aria-pressed", "false");
    holder.append(button);
  };
  for (const card of form.dataset.hand) lay(card, false);
  for (const card of form.dataset.row) lay(card, true);
  holder.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) tap(form, button);
  });
}

let taps = 0;

function tap(form, button) {
  const pressed = button.getAttribute("aria-pressed") === "true";
  button.setAttribute("aria-pressed", String(!pressed));
  if (pressed) delete button.dataset.order;
  else button.dataset.order = String(++taps);
  fillIn(form);
}

function fillIn(form) {
  const pays = [...form.querySelectorAll("input[type=radio][name=part]")];
  const size = pays[0].value.length;
  const tapped = [...form.querySelectorAll("[data-tray-cards] [data-order]")].sort(
    (a, b) => a.dataset.order - b.dataset.order,
  );
  const paying = tapped.filter((button) => !button.classList.contains("fresh")).slice(0, size);
  const shown = tapped.filter((button) => !paying.includes(button));
  for (const button of form.querySelectorAll("[data-tray-cards] button")) delete button.dataset.use;
  for (const button of paying) button.dataset.use = "pay";
  const chosen = sorted(paying);
  for (const radio of pays) if (radio.value === chosen) radio.checked = true;
  form.querySelectorAll("select[name=part]").forEach((select, slot) => {
    const group = shown.slice(slot * 4, slot * 4 + 4);
    for (const button of group) button.dataset.use = String(slot + 1);
    const quartet = group.length === 4 ? sorted(group) : "";
    const option = [...select.options].find((each) => each.value && each.value.startsWith(quartet) && quartet);
    select.value = option ? option.value : "";
  });
  form.dispatchEvent(new Event("change", { bubbles: true }));
}

function sorted(buttons) {
  return buttons.map((button) => button.dataset.card).sort().join("");
}

function settleForms() {
  document.querySelectorAll("form[data-settle]").forEach((form) => {
    layTray(form);
    settleForm(form);
  });
}

document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-settle]");
  if (form) settleForm(form);
});
document.addEventListener("mousepost:shown", settleForms);
settleForms();
