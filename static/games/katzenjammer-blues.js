// Settling: of the quartets offered only those stay open that the chosen payment and the quartets before leave
// cards for, and a line says what is left in the hand. Without this the server says what does not go together.
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

function settleForms() {
  document.querySelectorAll("form[data-settle]").forEach(settleForm);
}

document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-settle]");
  if (form) settleForm(form);
});
document.addEventListener("mousepost:shown", settleForms);
settleForms();
