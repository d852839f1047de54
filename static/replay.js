// The replay: goes through the steps of a match without a page for each. Without it links and a form do the same.

const reel = document.querySelector("[data-replay]");
const find = (selector) => reel.querySelector(selector);
const { base, query } = reel.dataset;
const [last, size] = [Number(reel.dataset.last), Number(reel.dataset.block)];
const hides = "hide" in reel.dataset;
const [said, board, log, slider, speed, play] =
  ["[data-said]", "[data-board]", "[data-log]", "[data-slider]", "[data-speed]", "[data-play]"].map(find);
const titleRest = document.title.slice(document.title.indexOf(" · "));
let at = Number(reel.dataset.at);
let wanted = at;
let timer = null;

const address = (step) => `${base}/step/${step}${query}`;
const within = (step) => Math.max(0, Math.min(last, step));

// Steps come in blocks, those beside the one that is looked at ahead of need.
const blocks = new Map();

function block(step) {
  const first = step - (step % size);
  if (!blocks.has(first)) {
    const asked = fetch(`${base}/steps/${first}-${within(first + size - 1)}${query}`).then(async (answer) => {
      if (!answer.ok) throw new Error(answer.status);
      return (await answer.json()).steps;
    });
    asked.catch(() => blocks.delete(first)); // off line: asked again when it is wanted again
    blocks.set(first, asked);
  }
  return blocks.get(first);
}

const fragment = async (step) => (await block(step))[step % size];

function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

async function go(step) {
  const mine = within(step);
  wanted = mine;
  slider.value = mine;
  try {
    const [now, before] = [await fragment(mine), mine > 0 ? await fragment(mine - 1) : null];
    if (mine !== wanted) return;
    at = mine;
    show(now, before);
    for (const beside of [at + size, at - size]) if (beside === within(beside)) block(beside).catch(() => {});
  } catch {
    if (mine !== at) location.assign(address(mine));
  }
}

function show(now, before) {
  const fresh = parse(now.board);
  if (before) mark(parse(before.board), fresh);
  const open = Array.from(board.querySelectorAll("details"), (each) => each.open);
  fresh.querySelectorAll("details").forEach((each, n) => { each.open ||= Boolean(open[n]); });
  fresh.lastElementChild.append(log); // it stands in the second column
  board.replaceChildren(fresh);
  said.innerHTML = now.said;
  document.dispatchEvent(new Event("mousepost:shown"));
  point();
}

// Marks what is not as it was a step before: of what has the same place only what differs within it.
const kind = (element) => `${element.tagName} ${element.getAttribute("class")}`;
const place = (element) => [...element.parentNode.children].indexOf(element);
const ownText = (element) => Array.from(element.childNodes, (each) => (each.nodeType === Node.TEXT_NODE ? each.data.trim() : "")).join("");
const isSamePart = (old, each) => old.tagName === each.tagName && each.tagName !== "SPAN" && place(old) === place(each);

function mark(before, after) {
  const gone = [...before.children];
  const come = [...after.children].filter((each) => {
    const same = gone.findIndex((old) => old.isEqualNode(each));
    if (same >= 0) gone.splice(same, 1);
    return same < 0;
  });
  for (const each of come) {
    const same = gone.findIndex((other) => isSamePart(other, each));
    const old = same >= 0 ? same : gone.findIndex((other) => kind(other) === kind(each));
    if (old >= 0 && each.children.length && !each.matches("svg") && ownText(gone[old]) === ownText(each)) mark(gone[old], each);
    else each.toggleAttribute("data-changed", !each.matches("script, .unseen"));
    if (old >= 0) gone.splice(old, 1);
  }
  if (gone.length && !come.length && after.matches?.("span, ul, ol, p, td, li")) after.toggleAttribute("data-changed", true);
}

// All else on the page follows the step that is looked at.
function point() {
  const heading = said.querySelector("h2").textContent;
  history.replaceState(null, "", address(at));
  document.title = heading + titleRest;
  slider.setAttribute("aria-valuetext", slider.dataset.said.replace("#", at));
  for (const link of reel.querySelectorAll("a[data-here]")) {
    link.href = link.href.replace(/\/step\/\d+/, `/step/${at}`).replace(/step=\d+/, `step=${at}`);
  }
  for (const link of reel.querySelectorAll("[data-way]")) {
    link.href = address(target(link));
    if (target(link) === at) link.setAttribute("aria-disabled", "true");
    else link.removeAttribute("aria-disabled");
  }
  filter();
  pointInCharts();
  if (hides) bringCourse();
}

const target = (link) => within({ first: 0, back: wanted - 1, on: wanted + 1, last }[link.dataset.way]);

// The log and the course are pages of their own, too: from there they are brought here.
async function bring(path, into) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(answer.status);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  into.replaceChildren(...page.querySelector(into.matches("[data-log]") ? "[data-log]" : "[data-course]").childNodes);
}

function filter() {
  const form = log.querySelector("form");
  const wish = (name) => form?.elements[name]?.value ?? "";
  const lines = [...log.querySelectorAll("li")];
  for (const line of lines) {
    line.hidden = (hides && line.value > at) || (wish("seat") && line.dataset.seat !== wish("seat")) ||
      (wish("part") && line.dataset.part !== wish("part")) ||
      (wish("kind") && !line.dataset.kinds.split(",").includes(wish("kind")));
    line.toggleAttribute("aria-current", false);
    if (line.value === at) line.setAttribute("aria-current", "step");
  }
  for (const option of log.querySelectorAll("option[data-first]")) option.hidden = option.disabled = hides && Number(option.dataset.first) > at;
  log.querySelector("[data-none]")?.toggleAttribute("hidden", lines.some((line) => !line.hidden));
  const here = lines.findLast((line) => !line.hidden && line.value <= at);
  if (here) here.parentElement.scrollTop = here.offsetTop - here.parentElement.clientHeight / 2;
}

const course = find("[data-course]");
let asked = -1;

async function bringCourse() {
  if (asked === at) return;
  asked = at;
  await new Promise((done) => setTimeout(done, 300)); // while somebody leafs through nothing is asked
  if (asked !== at) return;
  const open = course.querySelector("details")?.open;
  await bring(`${base}/course${query}${hides ? `&step=${at}` : ""}`, course).catch(() => {});
  if (open) course.querySelector("details").open = true;
  for (const chart of course.querySelectorAll("[data-chart]")) {
    for (const [name, value] of Object.entries({ role: "slider", tabindex: 0, "aria-valuemin": 0, "aria-valuemax": last })) chart.setAttribute(name, value);
  }
  pointInCharts();
}

function pointInCharts() {
  for (const chart of course.querySelectorAll("[data-chart]")) {
    const [left, right] = [Number(chart.dataset.left), Number(chart.dataset.right)];
    const line = chart.querySelector("[data-now]");
    line.setAttribute("d", line.getAttribute("d").replace(/^M[\d.]+/, `M${(left + ((right - left) * at) / (last || 1)).toFixed(1)}`));
    chart.setAttribute("aria-valuenow", at);
    chart.setAttribute("aria-valuetext", slider.getAttribute("aria-valuetext"));
  }
}

course.addEventListener("click", (event) => {
  const chart = event.target.closest("[data-chart]");
  if (!chart) return;
  const [left, right, box] = [Number(chart.dataset.left), Number(chart.dataset.right), chart.getBoundingClientRect()];
  const x = ((event.clientX - box.left) / box.width) * chart.viewBox.baseVal.width;
  choose(Math.round(((x - left) / (right - left)) * last));
});

// Playing: step by step until the end, or until somebody chooses a step.
function stop() {
  clearTimeout(timer);
  timer = null;
  label();
}

function label() {
  const words = play.querySelector("[data-plays]");
  words.textContent = timer ? words.dataset.stops : words.dataset.plays;
  play.querySelector("[data-sign]").textContent = timer ? "❚❚" : "▶";
}

function toggle() {
  if (timer) return stop();
  timer = setTimeout(tick, wanted === last ? 0 : Number(speed.value) / 3);
  label();
  return undefined;
}

async function tick() {
  await step(wanted === last && at === last ? 0 : wanted + 1);
  if (!timer) return;
  if (wanted >= last) return stop();
  timer = setTimeout(tick, Number(speed.value));
}

async function step(number) {
  await go(number);
  document.getElementById("live").textContent = said.querySelector("[data-words]").textContent;
}

function choose(number) {
  stop();
  step(number);
}

// Buttons, lines, keys, the slider and swipes.
reel.addEventListener("click", (event) => {
  const link = event.target.closest("[data-way], .reel-lines a, [data-course] tbody a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  choose(link.dataset.way ? target(link) : Number(/\/step\/(\d+)/.exec(link.href)[1]));
});
play.addEventListener("click", toggle);
slider.addEventListener("input", () => choose(Number(slider.value)));
log.addEventListener("change", filter);
reel.addEventListener("submit", (event) => event.preventDefault());

const KEYS = { ArrowLeft: () => choose(wanted - 1), ArrowRight: () => choose(wanted + 1), Home: () => choose(0), End: () => choose(last), " ": toggle };
document.addEventListener("keydown", (event) => {
  const busy = `input:not([data-slider]), select, textarea, .scroll${event.key === " " ? ", a[href], button, summary" : ""}`;
  if (!KEYS[event.key] || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest(busy)) return;
  event.preventDefault();
  KEYS[event.key]();
});

const SWIPE = 50; // pixels
let touch = null;
board.addEventListener("touchstart", (event) => {
  const free = event.touches.length === 1 && !event.target.closest(".scroll, .reel-lines, select");
  touch = free ? { x: event.touches[0].clientX, y: event.touches[0].clientY } : null;
}, { passive: true });
board.addEventListener("touchend", (event) => {
  if (!touch || event.touches.length) return;
  const [dx, dy] = [event.changedTouches[0].clientX - touch.x, event.changedTouches[0].clientY - touch.y];
  if (Math.abs(dx) > SWIPE && Math.abs(dx) > 2 * Math.abs(dy)) choose(wanted + (dx < 0 ? 1 : -1));
}, { passive: true });

for (const each of [play, speed]) each.hidden = false;
for (const each of reel.querySelectorAll("[data-go]")) each.hidden = true;
find(".eyes [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
await go(at);
await bring(`${base}/log${query}`, log).catch(() => {});
log.querySelector("[data-go]").hidden = true;
filter();
if (!hides) bringCourse();
