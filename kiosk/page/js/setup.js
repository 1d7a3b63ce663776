// Before the start: that game's steps, and which tables are not ready; then the cards that everybody has to know by name.
// The clock never starts by itself.
import { pageOf, pagesOf } from "./choose.js";
import { h, icon, many, name } from "./h.js";
import { event, foot, head } from "./frame.js";
import { canScan } from "./scan.js";

const MOST_TILES = 40;
const FEW = 8; // cards that are drawn larger
const CARDS = 16; // on a page, large enough for the back of the hall
const CARD_PAGES = 3; // more would keep the steps from coming back; the rest is on phones

export const setup = {
  pages: (data) => 1 + cardPages(data.set_up.barred),
  draw(data, at, page = 0) {
    if (page > 0) return cards(data, at, page - 1);
    const { steps, checks, ready, tables, minutes } = data.set_up;
    const limit = data.plan.kind === "timed" ? `The clock starts with ${many(minutes, "minute")}.` : `${data.plan.called}.`;
    return [
      head(data.round.name, at, { beside: event(data), state: h("span.w-plain", "Set-up") }),
      checks && tables.length ? checked(steps, ready, tables, limit) : plain(steps, limit),
    ];
  },
};

const cardPages = (barred) => (barred ? Math.min(CARD_PAGES, pagesOf(barred.cards, CARDS)) : 0);

function cards(data, at, page) {
  const { barred } = data.set_up;
  const named = barred.cards.slice(0, CARDS * CARD_PAGES);
  const [pages, shown] = [cardPages(barred), pageOf(named, CARDS, page)];
  const left = page + 1 === pages ? barred.cards.length - named.length : 0;
  const size = barred.cards.length <= FEW ? "few" : null;
  return [
    head(barred.title, at, { beside: event(data), state: h("span.w-plain", "Set-up") }),
    h("section.w-barred", h("p", barred.text), h("ul", { "data-size": size }, ...shown.map((card) => h("li", name(card))))),
    foot(left ? `And ${left} more${canScan(at) ? ": they are all on your phone" : ""}.` : "", pages > 1 ? `page ${page + 1} of ${pages}` : ""),
  ];
}

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
  return h("section.w-proc", h("ol.w-steps", ...numbered(steps)), h("aside.w-side", h("h2", limit)));
}

export const todo = (steps) => h("ol.w-todo", ...steps.map((step) => h("li", step)));

/** A step is a line for the back of the hall, and perhaps a second one for those who look closely. */
export const numbered = (steps) =>
  steps.map((step) => {
    const [line, closely] = step.split("\n");
    return h("li", h("span", line, closely && h("small", closely)));
  });
