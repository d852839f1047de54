// Comforts on top of pages that work without any script.
"use strict";

const WORDS = ("amber anchor apple autumn barrel basket bell berry birch blanket bottle branch bread breeze bridge " +
  "button candle canoe castle cedar cello chalk cherry chimney cloud clover cobble comet copper cotton crumb daisy dawn " +
  "drum dusk ember fable feather fiddle field finch flute forest fossil fox garden ginger glove harbor hazel hedge heron " +
  "honey hollow island ivory ivy jasmine kettle lantern lemon lilac linen maple marble meadow melon mill mint moss moon " +
  "needle nutmeg oak olive orchard otter oyster paper pebble pepper piano pine plum pocket poppy puddle quartz quill " +
  "rabbit rain raven reed ribbon river robin rose saddle saffron sail salt sand shell silver sparrow spoon spruce " +
  "star stone straw sugar swan tea thimble thistle thunder timber trumpet tulip turnip valley velvet violet walnut " +
  "water wheel whistle willow window winter wool yarrow").split(" ");

function luckyPhrase() {
  const picks = crypto.getRandomValues(new Uint32Array(4));
  return Array.from(picks, (pick) => WORDS[pick % WORDS.length]).join(" ");
}

function prefill() {
  for (const field of document.querySelectorAll("[data-phrase]")) {
    if (!field.value) field.value = luckyPhrase();
  }
  for (const field of document.querySelectorAll("[data-zone]")) {
    field.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  }
}

// A table follows the match: it asks again while it is looked at, unless somebody is filling a form in or reads why
// a move was refused. Right after the page is shown it asks often, for house bots answer at once, and then less and less.
const FIRST_MS = 250;
const LONGEST_MS = 5000;
let tag = null;
let touched = false;
let pause = FIRST_MS;

async function follow() {
  const shown = document.querySelector("main[data-follow]");
  if (!shown || document.hidden || touched || shown.querySelector("[role=alert]")) return;
  try {
    const headers = { "X-Follow": "yes", ...(tag ? { "If-None-Match": tag } : {}) };
    const answer = await fetch(location.pathname, { headers, cache: "no-store" });
    if (answer.status !== 200 || touched) return;
    tag = answer.headers.get("ETag");
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("main");
    if (fresh && words(fresh) !== words(shown)) show(page, shown, fresh);
  } catch {
    // Off line: the next round tries again.
  }
}

function show(page, shown, fresh) {
  for (const kind of [".order, .order *", ":not(.order, .order *)"]) { // an order comes and goes: it is counted apart
    const open = Array.from(shown.querySelectorAll(`details:is(${kind})`), (each) => each.open);
    fresh.querySelectorAll(`details:is(${kind})`).forEach((each, at) => { each.open = each.open || Boolean(open[at]); });
  }
  fresh.prepend(...shown.querySelectorAll(":scope > .note[role=status]")); // what was just played stays said
  shown.replaceWith(fresh);
  document.title = page.title;
  document.getElementById("live").textContent = fresh.querySelector("[data-status]")?.textContent ?? "";
  pause = FIRST_MS;
  prefill();
  document.dispatchEvent(new Event("mousepost:shown"));
}

function words(main) {
  const copy = main.cloneNode(true);
  for (const element of copy.querySelectorAll("input, .note, [data-scratch]")) element.remove();
  return copy.textContent.replace(/\s+/g, " ");
}

async function keepFollowing() {
  await follow();
  pause = Math.min(pause * 1.4, LONGEST_MS);
  setTimeout(keepFollowing, pause);
}

for (const kind of ["input", "change"]) {
  document.addEventListener(kind, (event) => { if (!event.target.closest("[data-calm]")) touched = true; });
}
document.addEventListener("visibilitychange", () => { pause = FIRST_MS; follow(); });

// One press is one move; after a while, or when the page comes back, another press is meant.
const AGAIN_MS = 5000;
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
  setTimeout(() => { delete form.dataset.sent; }, AGAIN_MS);
});
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

// A draft survives a closed tab: what was chosen for a decision is kept in this browser until it is sent or over.
const DRAFT = "mousepost-draft ";

function draftKey(form) {
  const asked = form.querySelector("input[name=asked]");
  return asked && `${DRAFT}${form.action.split("#")[0]} ${asked.value}`;
}

// Of the forms for one decision, each has its own part of the draft.
function draftPlace(form) {
  return [...document.forms].filter((each) => draftKey(each) === draftKey(form)).indexOf(form);
}

function fields(form) {
  return [...form.elements].filter((field) => field.name === "part" || field.name === "move");
}

function keepDraft(form) {
  const key = draftKey(form);
  if (!key) return;
  const kept = fields(form).map((field) => (field.matches("[type=radio], [type=checkbox]") ? field.checked : field.value));
  const all = JSON.parse(localStorage.getItem(key) || "{}");
  all[draftPlace(form)] = kept;
  localStorage.setItem(key, JSON.stringify(all));
}

function bringDrafts() {
  const current = new Set();
  for (const form of document.querySelectorAll("form")) {
    const key = draftKey(form);
    if (!key) continue;
    current.add(key);
    const kept = JSON.parse(localStorage.getItem(key) || "{}")[draftPlace(form)];
    if (kept?.length !== fields(form).length || document.querySelector("[role=alert]")) continue;
    fields(form).forEach((field, at) => {
      if (field.matches("[type=radio], [type=checkbox]")) field.checked = kept[at];
      else if (field.type !== "hidden") field.value = kept[at];
    });
  }
  if (!current.size || !document.querySelector("main[data-follow]")) return;
  for (const key of Object.keys(localStorage)) {
    const here = `${DRAFT}${location.origin}${location.pathname.replace(/\/play$/, "")}/play `;
    if (key.startsWith(here) && !current.has(key)) localStorage.removeItem(key);
  }
}

document.addEventListener("change", (event) => {
  const form = event.target.closest("form");
  if (form) keepDraft(form);
});
document.addEventListener("mousepost:shown", bringDrafts);
prefill();
bringDrafts();
setTimeout(keepFollowing, FIRST_MS);
