// A page for phones follows its event: the round clock in the head, and every marked part fetched again when something is
// new. Not all at once: a hall full of phones asks over three seconds, and the box answers from memory.
import { alertOf, phaseAlert } from "../../core/static/alert.js";
import { lastMinutes, mmss, phaseAt, tablePhaseAt, tableRemainingAt } from "../../core/static/clock.js";
import { follow } from "../../core/static/live.js";
import { ours } from "../../core/static/ours.js";
import { setText } from "../../core/static/set_text.js";
import { clockSpeaker, say } from "../../core/static/spoken.js";

const SPREAD = 3_000;
const SHAPES = {
  running: "M6 3.5v17a1 1 0 0 0 1.5.86l14-8.5a1 1 0 0 0 0-1.72l-14-8.5A1 1 0 0 0 6 3.5z",
  warning: "M12 1.8 23.4 21.6H.6L12 1.8z",
  called: "M7.5 1h9L23 7.5v9L16.5 23h-9L1 16.5v-9z",
  paused: "M5 3h5v18H5zM14 3h5v18h-5z",
};
const WORDS = { running: "running", warning: "time is short", called: "time is called", paused: "paused" };
const { event } = document.body.dataset;
const place = document.querySelector("[data-clock]");
const sayClock = clockSpeaker();
const ring = phaseAlert();
let state = null;
let shown = "";
let waiting = 0;
let renewAt = 0;
let seat = paired();
let box = listen();
setInterval(tick, 250);

/** Follow the event, and the table that this page is about. */
function listen() {
  const on = { state: heard, link: (link) => (document.querySelector("[data-stale]").hidden = link !== "stale") };
  let first = true;
  on.table = () => {
    if (!first) soon(300);
    first = false;
    document.dispatchEvent(new CustomEvent("cinderbox:table"));
  };
  return follow({ event, table: document.body.dataset.table, on });
}

function heard(said) {
  const { revision, touch } = document.body.dataset;
  // Some pages also show what stands beside the journal, such as an entry that waits for the desk.
  if (said.gone || said.revision !== revision || (touch && String(said.touch) !== touch)) soon(SPREAD);
  state = said;
  tick();
}

/** Fetch the page again within so many milliseconds; more news until then are in it too. */
function soon(within) {
  const at = performance.now() + Math.random() * within;
  if (waiting && at > renewAt) return;
  clearTimeout(waiting);
  renewAt = at;
  waiting = setTimeout(renew, at - performance.now());
}

async function renew() {
  waiting = 0;
  try {
    const answer = await fetch(location.href, { cache: "no-cache", headers: { "X-Live": "1" } });
    if (!ours(answer)) return soon(2 * SPREAD);
    // Gone, or no longer ours to see: the browser shows what the box says.
    if (answer.redirected || answer.status === 404) return location.reload();
    if (answer.ok) put(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    soon(2 * SPREAD);
  }
}

/** Put the new parts in place of the old. What somebody opened stays open, and the page stays where it was. */
function put(fresh) {
  const open = [...document.querySelectorAll("details[open][id]:not([data-by-itself])")].map((each) => each.id);
  const top = scrollY;
  const before = gist();
  for (const part of document.querySelectorAll("[data-part]")) {
    const next = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
    if (next && next.innerHTML !== part.innerHTML) part.replaceWith(document.importNode(next, true));
  }
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  scrollTo(0, top);
  if (gist() !== before) {
    say(gist());
    const flash = document.querySelector("[data-flash]");
    if (flash) flash.textContent = ""; // what was done a while ago is not what is so now
  }
  const now = paired();
  if (now && now !== seat) alertOf("pairings");
  seat = now || seat;
  document.body.dataset.revision = fresh.body.dataset.revision;
  if (fresh.body.dataset.touch) document.body.dataset.touch = fresh.body.dataset.touch;
  place.dataset.clock = fresh.querySelector("[data-clock]")?.dataset.clock ?? "";
  moveTo(fresh.body.dataset.table);
  document.dispatchEvent(new CustomEvent("cinderbox:changed"));
}

/** The round and the seat, or the bye, of whoever this page is about. */
function paired() {
  return document.querySelector("[data-paired]")?.dataset.paired ?? "";
}

/** What the page is about: where to sit, or what is new. */
const gist = () => (document.querySelector("[data-part] .p-table, [data-part] h1")?.innerText ?? "").trim().replace(/\s+/g, " ");

/** A new round, and another table. */
function moveTo(table) {
  if (document.body.dataset.table === table) return;
  if (table) document.body.dataset.table = table;
  else delete document.body.dataset.table;
  box.close();
  box = listen();
}

function tick() {
  const now = box ? box.serverNow() : NaN;
  const table = place.dataset.clock; // none on pages that are about nobody: then everybody's time counts
  const left = state?.clock && !Number.isNaN(now) ? tableRemainingAt(state.clock, table, now) : null;
  const phase = state?.clock ? tablePhaseAt(state.clock, table, now) : "none";
  if (left !== null) sayClock(phase, left);
  showTime(phase, now);
  showNext(now);
  const text = left === null || !(phase in SHAPES) ? "" : left <= 0 ? "Time!" : mmss(left);
  if (!state || `${phase} ${text}` === shown) return;
  shown = `${phase} ${text}`;
  if (text) place.replaceChildren(drawn(phase), digits(text));
  else if (phase !== "not-started") place.textContent = "";
  place.dataset.phase = phase;
}

/** What to do when time is called, and a word before: only for whoever still plays. */
function showTime(phase, now) {
  const called = document.querySelector("[data-called]");
  if (!called) return;
  ring(phase);
  called.hidden = phase !== "called";
  const short = document.querySelector("[data-short]");
  short.hidden = phase !== "warning";
  const others = state?.clock && phaseAt(state.clock, now) === "called";
  if (!short.hidden) setText(short, others ? "Time is called for the others. Your table has extra time." : lastMinutes(state.clock.warning_ms));
}

/** While nobody knows the time of day, the minutes to the next pairings; what should have come already is not promised. */
function showNext(now) {
  const next = document.querySelector("[data-next]");
  if (!next || !state || Number.isNaN(now)) return;
  const left = next.dataset.boot === state.boot ? next.dataset.next - now : -1; // counted before the box was switched off
  const minutes = Math.max(1, Math.round(left / 60_000));
  const words = minutes < 90 ? `${minutes} ${minutes === 1 ? "minute" : "minutes"}` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
  const said = left < 0 ? "" : `Next pairings in about ${words}.`;
  setText(next, said);
}

function digits(text) {
  const made = document.createElement("b");
  made.textContent = text;
  return made;
}

function drawn(phase) {
  const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  icon.setAttribute("class", "icon");
  icon.setAttribute("viewBox", "0 0 24 24");
  icon.setAttribute("role", "img");
  icon.setAttribute("aria-label", WORDS[phase]);
  icon.innerHTML = `<path class="solid" d="${SHAPES[phase]}"/>`;
  return icon;
}
