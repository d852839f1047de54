// Comforts for choosing cards. Everything can be played without this: radio buttons, check boxes and forms.
"use strict";

// The button at the foot says what has been chosen.
function sayChosen(form) {
  const chosen = form.querySelector("input[type=radio]:checked");
  const button = form.querySelector("[data-chosen]") ?? document.querySelector(`[form="${form.id}"] [data-chosen]`);
  if (chosen && button) button.textContent = ` ${chosen.dataset.said}`;
}

// A trio is three cards: a fourth that is tapped takes the place of the one tapped first.
function threeOnly(form, latest) {
  const ticked = [...form.querySelectorAll("input[type=checkbox]:checked")];
  if (latest?.checked && ticked.length > 3) ticked.find((each) => each !== latest).checked = false;
  const count = form.querySelectorAll("input[type=checkbox]:checked").length;
  form.querySelector("button").disabled = count !== 3;
}

function dressUp() {
  document.querySelectorAll("form[data-choice]").forEach(sayChosen);
  document.querySelectorAll("form[data-trio]").forEach((form) => threeOnly(form));
}

// Before others hear of a change: what they keep as a draft is what remains ticked.
document.addEventListener("change", (event) => {
  const form = event.target.closest("form");
  if (form?.matches("[data-choice]")) sayChosen(form);
  if (form?.matches("[data-trio]")) threeOnly(form, event.target);
}, true);
document.addEventListener("mousepost:shown", dressUp);
addEventListener("pageshow", dressUp);
