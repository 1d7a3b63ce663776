// A page to lay over a video: the clock, one match or the bracket of one event, drawn on nothing and followed live.
import { fetchBox, fetchEvent, fetchMatches } from "./box.js";
import { eventsFor } from "./choose.js";
import { followEvent } from "./event_stream.js";
import { bracket, clock, match } from "./overlays.js";
import { h } from "./h.js";
import { phaseOf } from "./round.js";

const LOOK = 100; // ms between two looks whether a digit changes
const AGAIN = 3_000;
const root = document.getElementById("wall");
const part = { clock, match, bracket }[root.dataset.what];
const table = Number(root.dataset.table);
const wanted = new URLSearchParams(location.search).get("event") || "";

let box = null;
let on = null; // the event that is shown
let drawn = null;

async function begin() {
  while (!(await look())) await new Promise((go) => setTimeout(go, AGAIN));
  setInterval(look, 60_000);
  frame();
}

/** Which event it is. After an update the page comes anew, so that it fits the box. */
async function look() {
  const found = await fetchBox();
  if (!found) return null;
  if (box && (found.page !== box.page || found.live !== box.live)) location.reload();
  box = found;
  listen(chosen());
  return box;
}

/** The one that the address names, or the only one that is being played; "" where nobody can say. */
function chosen() {
  const open = box.events.map((event) => event.id);
  if (wanted) return open.includes(wanted) ? wanted : "";
  const found = eventsFor({}, box.events);
  return found.length === 1 ? found[0] : "";
}

function why() {
  if (wanted) return "There is no such event on this box. /stream has the addresses.";
  return box.events.length ? "Several events are being played. /stream has an address for each." : "";
}

function listen(id) {
  if (on && on.id === id) return;
  if (on) on.close();
  const ask = part === match ? fetchMatches : fetchEvent;
  on = followEvent(id, { ask, on: { gone: look, box: (said) => said.touch !== box.touch && look() } });
}

function frame() {
  try {
    show();
  } finally {
    setTimeout(frame, LOOK);
  }
}

/** Drawn when something about it changed; in between only digits run. */
function show() {
  const { id, data, state, following } = on;
  const at = { state, serverNow: following.serverNow(), table };
  if (!id) return put(`?${why()}`, () => why() && h("p.s-say", why()));
  if (!data || !state || Number.isNaN(at.serverNow)) return;
  put([id, data.revision, state.revision, state.touch, phaseOf(at), part.key && part.key(data, at)].join(), () => part.draw(data, at));
  if (part.tick) part.tick(root, at);
}

function put(key, draw) {
  if (key === drawn) return;
  drawn = key;
  root.replaceChildren(...[draw()].filter(Boolean));
}

begin();
