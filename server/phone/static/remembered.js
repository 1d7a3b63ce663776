// Who this phone belongs to, by its own memory: for each event one player. No cookie, and the box is not told.

const KEY = "cinderbox:me";

export function remembered(event) {
  return all()[event] || "";
}

export function remember(event, player) {
  const known = all();
  if (player) known[event] = player;
  else delete known[event];
  try {
    localStorage.setItem(KEY, JSON.stringify(known));
  } catch {
    // A phone that keeps nothing asks again.
  }
}

function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) || {};
  } catch {
    return {};
  }
}
