// The bracket: names are text of any font and direction, only the lines are drawn.
import { roomFor } from "./bracket_room.js";
import { h, icon, name } from "./h.js";
import { event, head } from "./frame.js";

const HALVES = ["upper half", "lower half"];
const TITLE = 40; // letters of a champion in one line beside that word

export const bracket = {
  pages: ({ bracket: found }) => (found && isHalved(found) ? HALVES.length : 1),
  draw(data, at, page = 0) {
    const found = data.bracket;
    if (!found) return [head("Bracket", at, { beside: event(data) }), h("section.w-loud", h("p", "There is no bracket yet."))];
    return [
      found.champion ? head(["Champion: ", name(found.champion, found.champion.length > TITLE ? ".long" : "")], at) : head(isHalved(found) ? `${found.title}, ${HALVES[page]}` : found.title, at, { beside: event(data) }),
      isHalved(found) ? h("section.w-bracket", ...drawn(half(found.columns, page), "whole")) : h("section.w-bracket", { "data-size": found.size > 8 ? "large" : null }, ...drawn(found.columns, found.size > 8 ? "large" : "whole")),
    ];
  },
};

/** So many that their names are only whole one half after the other. */
const isHalved = ({ size, columns }) => size > 8 && !roomFor(columns, "large").fits;

/** Everybody above the middle or below it, up to the semi-finals. */
function half(columns, page) {
  const part = (all) => all.slice((page * all.length) / 2, ((page + 1) * all.length) / 2);
  return columns.slice(0, -1).map(({ boxes, joints, ...column }, n, all) => ({ ...column, boxes: part(boxes), joints: n < all.length - 1 ? part(joints) : [] }));
}

/** These columns, with the lines from each to the next, in a room of this kind. */
export function drawn(columns, kind) {
  const room = roomFor(columns, kind);
  return columns.flatMap((column, n) => [
    roundOf(column, room, room.columns[n]),
    n < columns.length - 1 && column.joints.length > 0 && h("div.w-joints", ...column.joints.map(joint)),
  ]);
}

function roundOf({ name: called, boxes }, { letters, gap, tables }, { wide, lines }) {
  const node = h("section.w-bround", h("h2", called), h("ol", ...boxes.map((box, n) => boxOf(box, lines[n], tables))));
  node.style.setProperty("--wide", wide);
  node.style.setProperty("--letters", `${letters}rem`);
  node.style.setProperty("--gap", `${gap}rem`);
  return node;
}

function boxOf(box, most, tables) {
  const lines = box.lines.map((line, n) =>
    h(
      "div.slot",
      { "data-state": line.state },
      line.name && h("span.seed.num", line.seed == null ? "" : line.seed),
      line.name ? inLines(name(line.name), most[n]) : h("span.gap", line.text),
      line.state === "through" && icon("check"),
      h("span.num", line.score),
    ),
  );
  return h("li", { "data-state": box.state || null }, tables && box.label && h("span.label", box.label), ...lines);
}

function inLines(node, most) {
  node.style.setProperty("--lines", most);
  return node;
}

function joint([upper, lower]) {
  const line = (d, done) => h(`path${done ? ".done" : ""}`, { d });
  return h("svg", { viewBox: "0 0 10 100", preserveAspectRatio: "none", "aria-hidden": "true" }, line("M0 25H5V50", upper), line("M0 75H5V50", lower), line("M5 50H10", upper || lower));
}
