// Talking to the box: who this screen is, what there is to show, and what an event has to say. Never throws.
import { ours } from "../../../server/core/static/ours.js";
import { keep, kept } from "../../../server/core/static/kept.js";

// The address may name this screen: the box's own browser keeps nothing from one start to the next.
const asked = (new URLSearchParams(location.search).get("screen") || "").toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, 20);
const ID = asked ? `cinderbox-screen-${asked}` : "cinderbox-screen";
const WINDOW = Math.random().toString(36).slice(2); // two of the same browser would take themselves for one screen
let mine = kept(ID) || asked;
let given = document.getElementById("wall").dataset.box; // the first answer came with the page

/** On the machine's own screen the address ends in a token from /run; nobody else gets to see the first PIN. */
export async function fetchBox() {
  const token = location.hash.slice(1);
  const first = given;
  given = "";
  if (first && !token) return JSON.parse(first);
  return json("/api/wall", token ? { headers: { "X-Wall-Token": token } } : {});
}

export async function fetchEvent(id) {
  return json(`/api/tournaments/${encodeURIComponent(id)}/wall`);
}

/** The rounds of an event, with everybody's name and record by their id; null as long as one of both is missing. */
export async function fetchMatches(id) {
  const address = `/api/tournaments/${encodeURIComponent(id)}`;
  const [event, ranks] = await Promise.all([json(address), json(`${address}/standings`)]);
  const by = (list, key, value) => Object.fromEntries(list.map((each) => [each[key], each[value]]));
  return event && ranks && { ...event, names: by(event.players, "id", "name"), records: by(ranks.standings, "player", "record") };
}

/** Say hello; the box answers with this screen's name and what it is to show, and with what it has counted of that. */
export async function hello(csrf, told) {
  const answer = await json("/wall/hello", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": csrf },
    body: JSON.stringify({ id: mine, window: WINDOW, ...told }),
  });
  if (answer && answer.screen) keepId(answer.screen.id);
  return answer;
}

/** On the machine's own screen: what switching it off would interrupt; null anywhere else. */
export const fetchPower = () => json("/wall/power", { headers: { "X-Wall-Token": location.hash.slice(1) } });

/** “off” or “restart”; whether it was heard. */
export async function switchBox(csrf, what) {
  const headers = { "Content-Type": "application/json", "X-CSRFToken": csrf, "X-Wall-Token": location.hash.slice(1) };
  return json("/wall/power", { method: "POST", headers, body: JSON.stringify({ what }) });
}

export const screenId = () => mine;

async function json(address, options = {}) {
  try {
    const answer = await fetch(address, { cache: "no-cache", signal: AbortSignal.timeout(8_000), ...options });
    return answer.ok && ours(answer) ? await answer.json() : null;
  } catch {
    return null;
  }
}

// Without storage it is a new screen after each reload, unless its address names it.
function keepId(id) {
  mine = id;
  keep(ID, id);
}
