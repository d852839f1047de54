// The proof of a record, checked here in the browser: nothing is sent anywhere. The recipe is "The proof" in
// docs/notation.md; verify.py does the same without a browser.
"use strict";

const DECKS = {
  "katzenjammer-blues": [..."12345J"].flatMap((card) => Array(15).fill(card)),
  clubs: [..."CDHS"].flatMap((suit) => Array.from({ length: 15 }, (_, rank) => `${rank + 1}${suit}`)),
  flohcati: [..."ABCDEFGHIJ"].flatMap((act) => [..."01234567"].map((number) => act + number))
    .concat(["ask", "draw", "fanfare"].flatMap((action) => Array(3).fill(action))),
};
const utf8 = (text) => new TextEncoder().encode(text);
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const four = (number) => [24, 16, 8, 0].map((shift) => (number >>> shift) & 255);
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

const commitmentOf = async (secret) => hex(await sha256(joined(utf8("mousepost-commit/1\0"), secret)));

function seedOf(secret, phrases) {
  const parts = phrases.map(utf8).flatMap((data) => [four(data.length), data]);
  return sha256(joined(utf8("mousepost-seed/1\0"), secret, ...parts));
}

// The numbers of 64 bits that a seed gives for a label, in order.
async function* stream(seed, label) {
  const key = await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  for (let block = 0; ; block += 1) {
    const digest = await crypto.subtle.sign("HMAC", key, joined(utf8(label), [0], four(block)));
    for (let at = 0; at < 32; at += 8) yield new DataView(digest).getBigUint64(at);
  }
}

async function below(numbers, n) {
  const whole = 2n ** 64n;
  for (;;) {
    const { value } = await numbers.next();
    if (value < whole - (whole % BigInt(n))) return Number(value % BigInt(n));
  }
}

async function shuffled(seed, label, cards) {
  const order = [...cards];
  const numbers = stream(seed, label);
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = await below(numbers, i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

// For each card of Zirkus Flohcati drawn from a hand: of how many cards that hand was.
function handsDrawnFrom(record) {
  const hands = Array(record.players.length + 1).fill(0);
  const found = [];
  let asker = 0;
  for (const line of record.moves) {
    const [seatText, verb, other] = line.split(" (")[0].split(" ");
    const seat = Number(seatText);
    if (verb === "take") hands[seat] += 1;
    if (verb === "trio") hands[seat] -= 3;
    if (verb === "ask") asker = seat;
    const from = verb === "give" ? seat : verb === "draw" ? Number(other) : 0;
    if (!from || !hands[from]) continue;
    if (verb === "draw") found.push(hands[from]);
    hands[from] -= 1;
    hands[verb === "give" ? asker : seat] += 1;
  }
  return found;
}

// What is checked of a record with a proof: for each thing whether it holds (null: not checked), and what it is.
async function findings(record) {
  const { commitment, server_seed: secretHex, phrases } = record.proof;
  const secret = unhex(secretHex);
  const seed = await seedOf(secret, phrases);
  const found = [
    { what: "commitment", holds: (await commitmentOf(secret)) === commitment, detail: commitment },
    { what: "seed", holds: phrases.length === record.players.length, detail: hex(seed) },
  ];
  const hands = record.game === "flohcati" ? handsDrawnFrom(record) : [];
  for (const [label, outcome] of Object.entries(record.chance)) {
    const right = await outcomeOf(record, seed, label, hands);
    found.push({
      what: label,
      holds: right === null ? null : JSON.stringify(right) === JSON.stringify(outcome),
      detail: Array.isArray(right) ? `${right.slice(0, 5).join(" ")} …` : String(right ?? ""),
    });
  }
  return found;
}

async function outcomeOf(record, seed, label, hands) {
  const [kind, count] = label.split("/");
  if (label === "first") return below(stream(seed, label), record.players.length);
  if (kind === "deck" && Object.hasOwn(DECKS, record.game)) return shuffled(seed, label, DECKS[record.game]);
  const size = kind === "draw" ? hands[Number(count) - 1] : 0;
  return size ? below(stream(seed, label), size) : null;
}

function show(place, found) {
  const words = (key) => place.querySelector(`[data-words] [data-key="${key}"]`).textContent;
  const rows = found.map(({ what, holds, detail }) => {
    const row = document.createElement("tr");
    const verdict = holds === null ? "unknown" : holds ? "holds" : "broken";
    row.dataset.verdict = verdict;
    row.append(...[what, words(verdict), detail].map((text, n) =>
      Object.assign(document.createElement(n ? "td" : "th"), { textContent: text })));
    return row;
  });
  place.querySelector("tbody").replaceChildren(...rows);
  const all = found.some((each) => each.holds === false) ? "bad" : found.some((each) => each.holds === null) ? "partly" : "good";
  say(place, words(all), all);
  place.querySelector("table").hidden = false;
}

function say(place, text, verdict) {
  const line = place.querySelector("output");
  line.textContent = text;
  line.dataset.verdict = verdict;
}

async function verify(place, text) {
  const words = (key) => place.querySelector(`[data-words] [data-key="${key}"]`).textContent;
  place.querySelector("table").hidden = true;
  if (!crypto.subtle) return say(place, words("insecure"), "bad");
  let record;
  try {
    record = JSON.parse(text);
    if (!record.proof) return say(place, words("unproven"), "partly");
    const found = await findings(record);
    return show(place, found);
  } catch {
    return say(place, words("unreadable"), "bad");
  }
}

document.querySelectorAll("[data-verify]").forEach((place) => {
  place.hidden = false;
  place.querySelector("input[type=file]").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (file) await verify(place, await file.text());
  });
  place.querySelector("button")?.addEventListener("click", async () => {
    const answer = await fetch(place.dataset.record);
    await verify(place, await answer.text());
  });
});
