// While the box does not answer, a form is held back: sent, it would leave the page and lose what was typed.
import { follow } from "./live.js";
import { ours } from "./ours.js";

const work = document.querySelector('[data-live="work"]');
const line = document.querySelector("[data-held]");
const SAID = "The box does not answer. Nothing was sent; your entries stay here. Try again when this line is gone.";
let silent = false;
let cut = false;

// Without a network the box may still be this very computer, so it is asked.
async function ask() {
  const there = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  cut = !(there && ours(there)) && !navigator.onLine;
  heard();
}

function tell(held) {
  line.hidden = !held;
  line.textContent = held ? SAID : "";
}

function heard() {
  if (!silent && !cut) tell(false);
}

document.addEventListener(
  "submit",
  (event) => {
    if (!silent && !cut) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    tell(true);
  },
  true,
);
addEventListener("offline", ask);
addEventListener("online", () => {
  cut = false;
  heard();
});
const link = (link) => {
  silent = link === "stale";
  if (!silent && cut) ask(); // what was heard may have been on its way when the network went
  heard();
};
follow({ event: work.dataset.event, on: { link } });
if (!navigator.onLine) ask();
