// Who this phone belongs to, by its own memory: for each event one player. No cookie, and the box is not told.
import { keepValue, keptValue } from "../../core/static/kept.js";

const KEY = "cinderbox:me";

export function remembered(event) {
  return all()[event] || "";
}

export function remember(event, player) {
  const known = all();
  if (player) known[event] = player;
  else delete known[event];
  keepValue(KEY, known);
}

const all = () => keptValue(KEY) || {};
