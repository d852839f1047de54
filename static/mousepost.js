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

// A table follows the match: it asks again while it is looked at, unless somebody is filling a form in.
const FOLLOW_MS = 4000;
let tag = null;
let touched = false;

async function follow() {
  if (!document.querySelector("main[data-follow]") || document.hidden || touched) return;
  const headers = tag ? { "If-None-Match": tag } : {};
  try {
    const answer = await fetch(location.pathname, { headers, cache: "no-store" });
    if (answer.status !== 200 || touched) return;
    const first = tag === null;
    tag = answer.headers.get("ETag");
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("main");
    const shown = document.querySelector("main");
    const changed = signature(fresh) !== signature(shown);
    if (fresh && changed && !(first && !changed)) {
      shown.replaceWith(fresh);
      document.title = page.title;
      prefill();
    }
  } catch {
    // Off line: the next round tries again.
  }
}

function signature(main) {
  const copy = main.cloneNode(true);
  for (const element of copy.querySelectorAll("input, .note")) element.remove();
  return copy.textContent.replace(/\s+/g, " ");
}

document.addEventListener("input", () => { touched = true; });
document.addEventListener("visibilitychange", follow);
// One press is one move.
document.addEventListener("submit", (event) => {
  if (event.target.dataset.sent) event.preventDefault();
  event.target.dataset.sent = "yes";
});
prefill();
setInterval(follow, FOLLOW_MS);
