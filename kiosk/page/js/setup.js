// Before the start: that game's steps, and which tables are not ready. The clock never starts by itself.
import { h, icon } from "./h.js";
import { event, head } from "./frame.js";

const MOST_TILES = 40;

export const setup = {
  draw(data, at) {
    const { steps, checks, ready, tables, minutes } = data.set_up;
    const limit = data.plan.kind === "timed" ? `The clock starts with ${minutes} minutes.` : `${data.plan.called}.`;
    return [
      head(data.round.name, at, { beside: event(data), state: h("span.w-plain", "Set-up") }),
      checks && tables.length ? checked(steps, ready, tables, limit) : plain(steps, limit),
    ];
  },
};

function checked(steps, ready, tables, limit) {
  const open = tables.filter((table) => !ready.includes(table));
  const tiles = tables.length <= MOST_TILES ? tables : open.slice(0, MOST_TILES);
  const more = tables.length > MOST_TILES && open.length > MOST_TILES ? h("li", `+${open.length - MOST_TILES}`) : null;
  return h(
    "section.w-setup",
    { "data-steps": steps.length > 3 ? "many" : null },
    h("div", h("div.big.num", ready.length, h("small", `of ${tables.length} ready`)), todo(steps), h("p.w-limit", limit)),
    h(
      "ul.w-grid.num",
      { "data-size": tiles.length > 20 ? "small" : null },
      ...tiles.map((table) => h("li", { "data-is": ready.includes(table) ? "ready" : null }, ready.includes(table) && icon("check"), table)),
      more,
    ),
  );
}

function plain(steps, limit) {
  return h("section.w-proc", h("div.w-steps", ...numbered(steps)), h("aside.w-side", h("h2", limit)));
}

export const todo = (steps) => h("ol.w-todo", ...steps.map((step) => h("li", step)));

/** A step is a line for the back of the hall, and perhaps a second one for those who look closely. */
export const numbered = (steps) =>
  steps.map((step) => {
    const [line, closely] = step.split("\n");
    return h("li", h("span", line, closely && h("small", closely)));
  });
