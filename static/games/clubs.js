// Picking a meld by tapping. The form works without this: cards are boxes to tick and a 15 that is wild has a list of
// ranks. Here cards that cannot join what is picked are dimmed, wild 15s are given the rank that fits, and the line
// below says what the picked cards are. The server has the last word.
"use strict";

const TOP_RANK = 15;

function readHand(form) {
  const wild = "wild" in form.dataset;
  return [...form.querySelectorAll("[data-card]")].map((pick) => {
    const rank = Number(pick.dataset.card.slice(0, -1));
    const select = pick.querySelector("select");
    const box = pick.querySelector("input");
    const chosen = select?.value ?? "";
    const stands = chosen.includes("=") ? Number(chosen.split("=")[1]) : TOP_RANK;
    return { pick, rank, select, box, wild: wild && rank === TOP_RANK, taken: select ? chosen !== "" : box.checked, stands };
  });
}

// The shapes that may be played: whether a run, of how many cards, and the top to be beaten.
function shapes(form, size) {
  const { run, size: least, top } = form.dataset;
  const each = (isRun, from) => Array.from({ length: Math.max(size - from + 1, 0) }, (_, n) => [isRun, from + n, 0]);
  if (run === undefined) return [...each(false, 1), ...each(true, 2)];
  const beaten = [[run === "1", Number(least), Number(top)]];
  return "crazy" in form.dataset ? [...beaten, ...each(run === "1", Number(least) + 1)] : beaten;
}

// Every way in which the taken cards, with others of the hand, can become a meld: its ranks, lowest top first.
function* melds(form, hand, taken) {
  const naturals = hand.filter((card) => !card.wild);
  const wilds = hand.length - naturals.length;
  const own = taken.filter((card) => !card.wild).map((card) => card.rank);
  const held = (rank) => naturals.filter((card) => card.rank === rank).length;
  for (const [run, size, over] of shapes(form, hand.length)) {
    if (size < taken.length) continue;
    for (let top = Math.max(over + 1, run ? size : 1); top <= TOP_RANK; top++) {
      const ranks = Array.from({ length: size }, (_, n) => (run ? top - size + 1 + n : top));
      const missing = run ? ranks.filter((rank) => !held(rank)).length : size - held(top);
      const fits = own.every((rank) => ranks.includes(rank)) && (!run || new Set(own).size === own.length);
      if (fits && missing <= wilds) yield { run, top, ranks };
    }
  }
}

// The ranks that the taken wild 15s must stand for so that the taken cards alone are this meld; none where they are not.
function fill(meld, taken) {
  if (meld.ranks.length !== taken.length) return null;
  const left = meld.ranks.slice();
  for (const card of taken.filter((each) => !each.wild)) {
    const at = left.indexOf(card.rank);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

// Give the wild 15s whose rank nobody has chosen the one that makes the highest meld of the taken cards; return the meld.
function stand(form, hand) {
  const taken = hand.filter((card) => card.taken);
  const open = taken.filter((card) => card.wild && !card.pick.dataset.set);
  const fixed = taken.filter((card) => !open.includes(card)).map((card) => ({ ...card, rank: card.wild ? card.stands : card.rank, wild: false }));
  let best = null;
  let given = [];
  for (const meld of melds(form, hand, taken)) {
    const ranks = fill(meld, [...fixed, ...open]);
    if (ranks && !(best && best.top >= meld.top)) [best, given] = [meld, ranks];
  }
  open.forEach((card, n) => {
    const code = card.pick.dataset.card;
    card.select.value = !best || given[n] === TOP_RANK ? code : `${code}=${given[n]}`;
  });
  return best;
}

// Ranks that were chosen before the page came, and are not those that would be given, stay chosen.
function keepRanks(form) {
  const selects = [...form.querySelectorAll(".pick select")];
  const kept = selects.map((select) => select.value);
  stand(form, readHand(form));
  selects.forEach((select, n) => {
    if (select.value !== kept[n]) select.closest(".pick").dataset.set = "yes";
    select.value = kept[n];
  });
}

function refresh(form) {
  const verdict = form.querySelector("[data-verdict]");
  verdict.dataset.first ??= verdict.textContent;
  const hand = readHand(form);
  const taken = hand.filter((card) => card.taken);
  const meld = taken.length ? stand(form, hand) : null;
  for (const card of hand) {
    card.pick.classList.toggle("taken", card.taken);
    if (card.select) card.pick.querySelector(".face").setAttribute("aria-pressed", card.taken);
    const may = card.taken || !melds(form, hand, [...taken, card]).next().done;
    card.pick.classList.toggle("idle", !may);
  }
  const words = form.dataset;
  if (!taken.length) verdict.textContent = verdict.dataset.first;
  else if (!meld) verdict.textContent = words.unfinished;
  else if (!meld.run && taken.length === 2) verdict.textContent = words.isPair;
  else if (meld.run) verdict.textContent = words.isRun.replace("#", taken.length);
  else verdict.textContent = taken.length === 1 ? words.isSingle : words.isKind.replace("#", taken.length);
}

// A card that cannot join those picked before takes their place.
function replace(form, pick) {
  const hand = readHand(form);
  const taken = hand.filter((card) => card.taken);
  if (!melds(form, hand, taken).next().done) return;
  for (const card of taken) if (card.pick !== pick) take(card, false);
}

function take(card, taken) {
  if (card.box) card.box.checked = taken;
  else card.select.value = taken ? card.pick.dataset.card : "";
}

// What the script has picked is kept as a draft, like what was picked by hand: whoever keeps it hears of a change.
function changed(form) {
  refresh(form);
  form.dispatchEvent(new Event("change", { bubbles: true }));
}

function sortHands() {
  const kept = localStorage.getItem("mousepost-sort");
  for (const radio of document.querySelectorAll("[name=sort]")) radio.checked = radio.value === (kept || "rank");
}

function prepare() {
  sortHands();
  for (const form of document.querySelectorAll("form[data-melds]")) {
    document.documentElement.classList.add("script");
    const ideas = form.querySelector("[data-ideas]");
    if (ideas) ideas.hidden = false;
    for (const face of form.querySelectorAll(".pick:has(select) .face")) {
      face.setAttribute("role", "button");
      face.setAttribute("aria-label", face.dataset.title);
      face.tabIndex = 0;
    }
    keepRanks(form);
    refresh(form);
  }
}

document.addEventListener("change", (event) => {
  if (event.target.name === "sort") {
    localStorage.setItem("mousepost-sort", event.target.value);
    sortHands();
    return;
  }
  const form = event.target.closest("form[data-melds]");
  if (!form || event.target === form) return;
  if (event.target.matches("select")) event.target.closest(".pick").dataset.set = "yes";
  else if (event.target.checked) replace(form, event.target.closest(".pick"));
  changed(form);
});

function press(face) {
  const form = face.closest("form");
  const pick = face.closest(".pick");
  const card = readHand(form).find((each) => each.pick === pick);
  delete pick.dataset.set;
  take(card, !card.taken);
  if (!card.taken) replace(form, pick);
  changed(form);
}

document.addEventListener("click", (event) => {
  const face = event.target.closest(".face[role=button]");
  if (face) press(face);
  const idea = event.target.closest("[data-idea]");
  if (!idea) return;
  const form = idea.closest("form");
  const words = idea.dataset.idea.split(" ");
  for (const card of readHand(form)) {
    const word = words.find((each) => each.split("=")[0] === card.pick.dataset.card);
    take(card, Boolean(word));
    if (card.select) card.select.value = word || "";
    card.pick.dataset.set = card.select && word ? "yes" : "";
  }
  changed(form);
});

// Whoever presses “Play them” without a card is told so here, before the press counts as sent.
document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-melds]");
  if (!form || event.submitter?.name === "move" || readHand(form).some((card) => card.taken)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  form.querySelector("[data-verdict]").textContent = form.dataset.pick;
}, true);

document.addEventListener("keydown", (event) => {
  const face = event.target.closest(".face[role=button]");
  if (!face || (event.key !== " " && event.key !== "Enter")) return;
  event.preventDefault();
  press(face);
});

document.addEventListener("mousepost:shown", prepare);
prepare();
