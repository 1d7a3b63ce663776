// The floor: stopwatches run, the button offers what they come to, and the tab says how many tables call.
import { setText } from "../../core/static/set_text.js";

const TITLE = document.title;
const started = new WeakMap();

function stopwatches() {
  for (const watch of document.querySelectorAll("[data-stopwatch]")) {
    const seconds = passed(watch);
    setText(watch, `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
    const leave = watch.closest(".f-watch")?.querySelector("[data-leave]");
    if (leave) offer(leave, Math.max(1, Math.ceil(seconds / 60)));
  }
}

// Counted from when the server said so; a page that was fetched again says it anew.
function passed(watch) {
  const said = watch.dataset.stopwatch;
  if (started.get(watch)?.said !== said) started.set(watch, { said, at: performance.now() });
  return Number(said) + Math.floor((performance.now() - started.get(watch).at) / 1000);
}

// What the button says is what it gives.
function offer(leave, minutes) {
  leave.value = minutes;
  setText(leave, `${leave.dataset.leave}, give +${minutes}:00`);
}

function title() {
  const calls = Number(document.querySelector("[data-floor]")?.dataset.calls ?? 0);
  document.title = calls ? `(${calls}) ${TITLE}` : TITLE;
}

title();
stopwatches();
setInterval(stopwatches, 250);
document.addEventListener("cinderbox:changed", title);
