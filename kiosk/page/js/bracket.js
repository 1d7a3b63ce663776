// The bracket: names are text of any font and direction, only the lines are drawn.
import { roomFor } from "./bracket_room.js";
import { h, icon, name } from "./h.js";
import { event, head } from "./frame.js";

const TITLE = 40; // letters of a champion in one line beside that word

export const bracket = {
  draw(data, at) {
    const found = data.bracket;
    if (!found) return [head("Bracket", at, { beside: event(data) }), h("section.w-loud", h("p", "There is no bracket yet."))];
    return [
      found.champion ? head(["Champion: ", name(found.champion, found.champion.length > TITLE ? ".long" : "")], at) : head(found.title, at, { beside: event(data) }),
      h("section.w-bracket", { "data-size": found.size > 8 ? "large" : null }, ...drawn(found.columns, found.size > 8 ? "large" : "whole")),
    ];
  },
};

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
