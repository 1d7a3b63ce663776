// The bracket: names are text of any font and direction, only the lines are drawn.
import { h, icon, name } from "./h.js";
import { event, head } from "./frame.js";

export const bracket = {
  draw(data, at) {
    const found = data.bracket;
    if (!found) return [head("Bracket", at, { beside: event(data) }), h("section.w-loud", h("p", "There is no bracket yet."))];
    return [
      found.champion ? head(["Champion: ", name(found.champion)], at) : head(found.title, at, { beside: event(data) }),
      h("section.w-bracket", { "data-size": found.size > 8 ? "large" : null }, ...drawn(found.columns)),
    ];
  },
};

/** These columns, with the lines from each to the next. */
export const drawn = (columns) =>
  columns.flatMap((column, n) => [
    h("section.w-bround", h("h2", column.name), h("ol", ...column.boxes.map(boxOf))),
    n < columns.length - 1 && column.joints.length > 0 && h("div.w-joints", ...column.joints.map(joint)),
  ]);

function boxOf(box) {
  const lines = box.lines.map((line) =>
    h(
      "div.slot",
      { "data-state": line.state },
      line.name && h("span.seed.num", line.seed == null ? "" : line.seed),
      line.name ? name(line.name) : h("span.gap", line.text),
      line.state === "through" && icon("check"),
      h("span.num", line.score),
    ),
  );
  return h("li", { "data-state": box.state || null }, box.label && h("span.label", box.label), ...lines);
}

function joint([upper, lower]) {
  const line = (d, done) => h(`path${done ? ".done" : ""}`, { d });
  return h("svg", { viewBox: "0 0 10 100", preserveAspectRatio: "none", "aria-hidden": "true" }, line("M0 25H5V50", upper), line("M0 75H5V50", lower), line("M5 50H10", upper || lower));
}
