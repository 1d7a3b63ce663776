// Elements from words: h("li.me", {dir: "auto"}, "Ana"). Text is always text, so that no name can be markup.

const SVG = "http://www.w3.org/2000/svg";
const DRAWN = new Set(["svg", "path", "rect", "circle", "g", "line"]);

export function h(what, ...rest) {
  const [tag, ...classes] = what.split(".");
  const node = DRAWN.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag || "div");
  if (classes.length) node.setAttribute("class", classes.join(" "));
  const attributes = rest.length && isPlain(rest[0]) ? rest.shift() : {};
  for (const [name, value] of Object.entries(attributes)) if (value != null && value !== false) node.setAttribute(name, value === true ? "" : value);
  node.append(...rest.flat(Infinity).filter((part) => part != null && part !== false));
  return node;
}

const WITH_CLUB = /^([^]+) (\([^()]+\))$/; // Anna Schmidt (Hamburg): there is another one

export const LONG_WITH_CLUB = 36; // letters of a name and its club that need more than a line each

/** “(Hamburg)” of a name that needs it; nothing of any other. */
export const clubOf = (text) => (WITH_CLUB.exec(text) || [])[2];

/** A person's name: its own direction, cut with an ellipsis, never markup. A club behind it is cut last. */
export function name(text, more = "") {
  const parts = WITH_CLUB.exec(text);
  const club = parts && (text.length > LONG_WITH_CLUB ? "long" : true);
  return h(`bdi.name${more}`, { dir: "auto", "data-club": club }, parts ? [h("span", parts[1]), " ", h("span", parts[2])] : text);
}

/** A row as high as its lines. */
export function high(row, lines) {
  if (lines) row.style.setProperty("--lines", lines);
  return row;
}

/** 1 table, 2 tables. */
export const many = (count, one) => `${count} ${one}${count === 1 ? "" : "s"}`;

const ICONS = {
  play: "M6 3.5v17a1 1 0 0 0 1.5.86l14-8.5a1 1 0 0 0 0-1.72l-14-8.5A1 1 0 0 0 6 3.5z",
  spark: "M12 0l2.2 8L20.5 3.5 16 9.8 24 12l-8 2.2 4.5 6.3-6.3-4.5L12 24l-2.2-8-6.3 4.5L8 14.2 0 12l8-2.2L3.5 3.5 9.8 8z",
  pause: "M5 3h5v18H5zM14 3h5v18h-5z",
  warn: "M12 2.5 23 21.5H1zM11 9v6h2V9zM11 17v2.500h2V17z",
  check: "M3.5 12.5l5.500 5.500L20.5 6",
  link: "M4 4l16 16M8 15a6 6 0 0 1 3-1.6M5 11.500a11 11 0 0 1 4-2.300M13 13.500a6 6 0 0 1 3 1.500M14 8.700a11 11 0 0 1 5 2.800M12 19h.01",
  left: "M20 12H5M11 5.500l-6.500 6.500 6.500 6.500",
  right: "M4 12h15M13 5.500l6.500 6.500-6.500 6.500",
  up: "M12 4l8 9h-5v7H9v-7H4z",
  down: "M12 20l8-9h-5V4H9v7H4z",
  cup: "M7 3h10v6a5 5 0 0 1-10 0zM7 5H3v2a4 4 0 0 0 4 4M17 5h4v2a4 4 0 0 1-4 4M12 14v4M8 21h8",
};
const LINES = new Set(["check", "link", "cup", "left", "right"]);

export const icon = (key) =>
  h("svg.icon", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h(`path${LINES.has(key) ? "" : ".solid"}`, { d: ICONS[key] }));

function isPlain(value) {
  return value !== null && typeof value === "object" && !(value instanceof Node) && !Array.isArray(value);
}
