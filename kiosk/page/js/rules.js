// Posted rules: what the organizer chose for this event, and what it means.
import { pageOf, pagesOf } from "./choose.js";
import { event, foot, head } from "./frame.js";
import { h } from "./h.js";

const MOST = 4; // that can be read from the back of the hall

export const rules = {
  pages: (data) => pagesOf(data.rules, MOST),
  draw(data, at, page) {
    const pages = this.pages(data);
    return [
      head("How we play", at, { beside: event(data) }),
      h("section.w-rules", ...pageOf(data.rules, MOST, page).map((rule) => h("div", h("h2", h("bdi", { dir: "auto" }, rule.title)), h("p", rule.text)))),
      pages > 1 ? foot("", `page ${page + 1} of ${pages}`) : null,
    ];
  },
};
