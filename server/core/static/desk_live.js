// The desk follows by itself: when something changed, the page is fetched again and its live parts are put in.
// Whoever is typing is not disturbed: a line says that there is something new, and waits.
import { mmss, phaseAt, remainingAt, tableRemainingAt } from "./clock.js";
import { follow } from "./live.js";
import { held, merge, same, unchanged } from "./merge.js";
import { ours } from "./ours.js";
import { setText } from "./set_text.js";
import { clockSpeaker, say } from "./spoken.js";

const SOON = 150; // several changes in a row are one look
const PAUSE = 1000; // between two looks
const TOGETHER = 1500; // results that come in a row are told as one
const SURPRISE = 400; // a tap this soon was meant for what stood there before
const WORDS = { "not-started": "Not started", running: "Running", warning: "Ends soon", called: "Time", paused: "Paused" };

const work = document.querySelector('[data-live="work"]');
const news = document.querySelector("[data-news]");
const clock = document.querySelector("[data-live-clock]");
const surprises = new Set();
const ranOut = new Set();
let known = { revision: work.dataset.revision ?? "" };
let lookedAt = -Infinity;
let timer = 0;
let kept = null; // the page that waits to be shown
let state = null;
let silentSince = "";
let lastPhase = "";
let counted = 0;
const sayClock = clockSpeaker();

// What was said in answer to a form stays until the next page.
for (let said = work.firstElementChild; said?.matches(".say"); said = said.nextElementSibling) said.dataset.said = "";

function heard(part) {
  const before = known;
  known = { ...known, ...part };
  if (Object.keys(part).some((key) => before[key] !== undefined && before[key] !== part[key])) soon();
}

function soon() {
  clearTimeout(timer);
  const wait = Math.max(SOON, lookedAt + PAUSE - performance.now());
  timer = setTimeout(look, wait + Math.random() * SOON);
}

async function look() {
  lookedAt = performance.now();
  try {
    const answer = await fetch(location.href, { cache: "no-store", headers: { "X-Live": "1" } });
    if (!ours(answer)) return; // as good as out of reach
    if (answer.status === 405) return; // this page answered a form and cannot be had again
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    show(page, !answer.redirected && page.querySelector('[data-live="work"]'));
  } catch {
    // Out of reach. The line says so after a while, and the next sign of life asks again.
  }
}

function show(page, fresh) {
  if (!fresh) return offer("This page has changed.", () => location.reload());
  const needed = alarms();
  for (const part of document.querySelectorAll('[data-live]:not([data-live="work"])')) {
    const other = page.querySelector(`[data-live="${part.dataset.live}"]`);
    if (other && !same(part, other)) inSight(() => merge(part, other));
  }
  if (alarms() > needed) say("Somebody needs you.");
  if ("answer" in work.dataset) return; // it shows what was typed, which a fresh page would not
  if (same(work, fresh)) return put(fresh);
  if (unchanged(held(work, fresh), fresh)) return put(fresh);
  kept = fresh;
  offer("Something changed.", () => put(kept));
}

function put(fresh) {
  kept = null;
  offer("");
  inSight(() => {
    const scroll = [scrollX, scrollY];
    for (const added of merge(work, fresh)) surprises.add(added);
    scrollTo(...scroll);
  });
  setTimeout(() => surprises.clear(), SURPRISE);
  document.dispatchEvent(new Event("cinderbox:changed"));
}

// What comes in above pushes the rest down: what has the focus and was seen is seen afterwards.
function inSight(change) {
  const at = document.activeElement.getBoundingClientRect();
  const seen = at.bottom > 0 && at.top < innerHeight;
  change();
  if (seen && work.contains(document.activeElement)) document.activeElement.scrollIntoView({ block: "nearest" });
}

// Results as they come in, for whoever does not see the list: not one by one when there are many.
function counting(before, said) {
  if (!before || before.round !== said.round || before.results_in === said.results_in) return;
  clearTimeout(counted);
  counted = setTimeout(() => say(`${state.results_in} of ${state.tables} results are in.`), TOGETHER);
}

function alarms() {
  const tags = document.querySelectorAll('[data-live="rail"] .tag[data-state="alarm"]');
  return [...tags].reduce((sum, tag) => sum + Number(tag.textContent), 0);
}

function offer(text, act) {
  const line = news.querySelector("[data-offer]");
  line.hidden = !text;
  line.querySelector("span").textContent = text;
  line.querySelector("button").onclick = act ?? null;
}

function linked(link) {
  const line = news.querySelector("[data-stale]");
  const stale = link === "stale";
  if (stale) silentSince = silentSince || hhmm(new Date(Date.now() - 15_000));
  else if (silentSince) soon();
  if (!stale) silentSince = "";
  line.hidden = !stale;
  line.textContent = stale ? `No contact with the box since ${silentSince}. What you type is kept.` : "";
}

function tick() {
  const now = live.serverNow();
  // The moment at which a break or a pick ends belongs to one switching-on of the box.
  for (const down of document.querySelectorAll("[data-until]")) {
    if (state?.boot === down.dataset.boot && now) count(down, down.dataset.until - now);
  }
  const left = state?.clock && remainingAt(state.clock, now);
  const phase = phaseAt(state?.clock, now);
  if (state && now) turned(phase);
  if (state && now) sayClock(phase, left);
  clock.hidden = left == null || Number.isNaN(left) || !WORDS[phase];
  if (clock.hidden) return;
  clock.dataset.state = phase;
  setText(clock.querySelector("time"), mmss(left));
  setText(clock.querySelector(".tag"), WORDS[phase]);
  clock.querySelector(".tag").dataset.state = { called: "alarm" }[phase] ?? phase;
  for (const panel of document.querySelectorAll("[data-clock]")) setText(panel, mmss(left));
  for (const own of document.querySelectorAll("[data-table-clock]")) {
    setText(own, mmss(Math.max(0, tableRemainingAt(state.clock, own.dataset.tableClock, now))));
  }
}

// The page says something else once it is over.
function count(down, left) {
  setText(down, left > 0 || !down.dataset.over ? mmss(Math.max(0, left)) : down.dataset.over);
  if (left < -SOON && !ranOut.has(down.dataset.until)) soon();
  if (left < -SOON) ranOut.add(down.dataset.until);
}

// What can be done with the clock changes with its phase, and nobody records that time runs out.
function turned(phase) {
  if (lastPhase && phase !== lastPhase) soon();
  lastPhase = phase;
}

// As everywhere, whatever language the browser speaks.
function hhmm(time) {
  return [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
}

// A tap that was meant for what stood there before does nothing.
document.addEventListener(
  "click",
  (event) => {
    if (![...surprises].some((added) => added.contains(event.target))) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

const on = {
  state: (said) => {
    counting(state, said);
    state = said;
    heard({ revision: said.revision, touch: said.touch });
  },
  box: (said) => heard({ box: said.touch }),
  link: linked,
};
const live = follow({ event: work.dataset.event, on });
if (clock) setInterval(tick, 200);
