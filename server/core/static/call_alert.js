// A table calls: this phone sounds and vibrates once for each call, if whoever holds it said so. Asked once, on the floor.
// Browsers let a page sound only after a tap on it, so the first tap of every page makes ready for it.
import { canAlert, canShake } from "./alert.js";
import { keep, kept } from "./kept.js";
import { muted, sound, unmute } from "./speaker.js";

const ANSWER = "cinderbox:call-alert"; // yes or no
const HEARD = "cinderbox:calls-heard";
const NOTES = [[880, 200], [1175, 200], [880, 200], [1175, 200]];
const LOUD = 0.6;
const SHAKES = [200, 100, 200, 100, 400]; // ms on and off

let known = new Set(load(HEARD).split(" "));

function load(key) {
  return kept(key) || "";
}

function alertOnce() {
  if (canShake()) navigator.vibrate(SHAKES);
  sound(NOTES, LOUD);
  document.dispatchEvent(new Event("cinderbox:call"));
}

/** What the bar says of calls that wait: whichever is new here is told once, also over pages and tabs. */
function heard() {
  const bar = document.querySelector("[data-calling]");
  const waiting = bar ? bar.dataset.calling.split(" ").filter(Boolean) : [];
  load(HEARD).split(" ").forEach((id) => known.add(id));
  const fresh = waiting.filter((id) => !known.has(id));
  known = new Set([...known].filter((id) => waiting.includes(id)).concat(fresh));
  keep(HEARD, [...known].join(" "));
  if (fresh.length && load(ANSWER) === "yes") alertOnce();
}

/** The question on the floor, until it is answered; then the answer, which can be changed. */
function show() {
  const place = document.querySelector("[data-call-alert]");
  if (!place || !canAlert()) return;
  const answer = load(ANSWER);
  place.hidden = false;
  place.querySelector("[data-ask]").hidden = Boolean(answer);
  place.querySelector("[data-answered]").hidden = !answer;
  place.querySelector("[data-answer-is]").textContent =
    answer === "yes" ? "This device sounds when a table calls." : "This device is silent when a table calls.";
}

function answered(answer) {
  keep(ANSWER, answer);
  if (answer === "yes") alertOnce();
  show();
}

document.addEventListener("click", (event) => {
  if (load(ANSWER) === "yes" && muted()) unmute();
  const button = event.target.closest("[data-alert]");
  if (button) answered(button.dataset.alert);
});
const bar = document.querySelector("[data-call-bar]");
if (bar) new MutationObserver(heard).observe(bar, { attributes: true, childList: true, subtree: true });
document.addEventListener("cinderbox:changed", show);
show();
heard();
