// Small parts of the page. Names are always elements of their own: their own direction, never markup.

const PATHS = {
  judge:
    '<path class="solid" fill-rule="evenodd" d="M7.500 1h9L23 7.500v9L16.500 23h-9L1 16.500v-9L7.500 1zm3.200 5v7.500h2.600V6h-2.600zm0 9.200v2.600h2.600v-2.600h-2.600z"/>',
  play: '<path class="solid" d="M6 3.5v17a1 1 0 0 0 1.5.86l14-8.5a1 1 0 0 0 0-1.72l-14-8.5A1 1 0 0 0 6 3.5z"/>',
  pause: '<path class="solid" d="M5 3h5v18H5zM14 3h5v18h-5z"/>',
  back: '<path d="M21 12H4M11 4.500L3.500 12l7.500 7.500"/>',
  undo: '<path d="M4 9h10.500a5.500 5.500 0 0 1 0 11H8M8.500 4L3.500 9l5 5"/>',
  hand: '<path d="M4 8h15M14.500 3.500L19 8l-4.500 4.500M20 16H5M9.500 11.500L5 16l4.500 4.500"/>',
  yes: '<path d="M3.500 12.500l5.500 5.500L20.500 6"/>',
  no: '<path d="M5 5l14 14M19 5L5 19"/>',
  fill: '<path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"/>',
  erase: '<path d="M8.500 4.500H21a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H8.500L2 12zM11.500 9l6 6M17.500 9l-6 6"/>',
  cup: '<path d="M7 3h10v7a5 5 0 0 1-10 0zM7 5H3c0 4 1.500 6 4.500 6.500M17 5h4c0 4-1.500 6-4.500 6.500M12 15v5M8 21h8"/>',
  leave: '<path d="M14 4h6v16h-6M15 12H3.500M8.500 6.500L3 12l5.500 5.500"/>',
  people: '<circle cx="12" cy="7.500" r="4.500"/><path d="M3 22c.8-5 4.400-7.500 9-7.500s8.200 2.500 9 7.500"/>',
  flag: '<path d="M5 22V3M5 4h13l-3 4.500L18 13H5"/>',
  warning:
    '<path class="solid" fill-rule="evenodd" d="M12 1.8 23.4 21.6H.6L12 1.8zm-1.3 7v6.4h2.6V8.8h-2.6zm0 8v2.5h2.6v-2.5h-2.6z"/>',
  away: '<path d="M3 3l18 18M5 12.500a10 10 0 0 1 4-2.400M2 8.500a15 15 0 0 1 4.500-2.800M10.500 5a15 15 0 0 1 11.500 3.500M14 10.200a10 10 0 0 1 5 2.300M8.500 16a5 5 0 0 1 6 0M12 20h.01"/>',
};

/** An element. Attributes with no value are left out; `onclick` is a listener. */
export function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "onclick") made.addEventListener("click", value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export function icon(which, label) {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawing.setAttribute("class", "icon");
  drawing.setAttribute("viewBox", "0 0 24 24");
  if (label) {
    drawing.setAttribute("role", "img");
    drawing.setAttribute("aria-label", label);
  } else drawing.setAttribute("aria-hidden", "true");
  drawing.innerHTML = PATHS[which];
  return drawing;
}

const LONG = 40;
const WITH_CLUB = /^([^]+) (\([^()]+\))$/; // Anna Schmidt (Hamburg): there is another one

/** A player's name where it stands alone: big, on two or three lines, its club below; a long one is smaller. */
export function name(player, wrap = true) {
  const [, own, club] = WITH_CLUB.exec(player.name) ?? ["", player.name, ""];
  return h(
    "bdi",
    { class: wrap ? "name wrap" : "name", dir: "auto", "data-long": own.length > LONG, "data-club": club !== "" },
    club ? [h("span", {}, own), " ", h("span", {}, club)] : own,
  );
}

/** Does a sentence that names these need smaller letters? */
export const long = (...players) => players.some((player) => player.name.length > LONG);

/** A player's name inside a sentence. */
export const called = (player) => h("bdi", { "data-long": long(player) }, player.name);

export const button = (label, onclick, { kind, first, ...more } = {}) =>
  h("button", { type: "button", class: "button", "data-kind": kind, onclick, ...more }, first && icon(first), label);

export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** What the game counts: one, or several of it. */
export const unit = (game, count) => game.counted[count === 1 ? 0 : 1];

/** 1 of it, 2 of it. */
export const counted = (game, count) => `${count} ${unit(game, count)}`;

/** What this player plays in this round, where factions are named or chosen. */
export const faction = (player) => (player.faction ? h("small", { class: "t-faction" }, h("bdi", { dir: "auto" }, player.faction)) : null);
