// Posted rules: what the organizer chose for this event, and what it means.
import { event, foot, head } from "./frame.js";
import { h } from "./h.js";

const MOST = 4; // that can be read from the back of the hall
const LETTERS = 1000; // that fit, however many rules they are

export const rules = {
  pages: (data) => paged(data.rules).length,
  draw(data, at, page) {
    const pages = paged(data.rules);
    return [
      head("How we play", at, { beside: event(data) }),
      h("section.w-rules", ...pages[page % pages.length].map((rule) => h("div", h("h2", h("bdi", { dir: "auto" }, rule.title)), h("p", rule.text)))),
      pages.length > 1 ? foot("", `page ${page + 1} of ${pages.length}`) : null,
    ];
  },
};

/** The rules in order, as many to a page as can be read at once; a long one has a page of its own. */
function paged(all) {
  const pages = [];
  let letters = 0;
  for (const rule of all) {
    const more = rule.title.length + rule.text.length;
    const last = pages[pages.length - 1];
    if (last && last.length < MOST && letters + more <= LETTERS) {
      last.push(rule);
      letters += more;
    } else {
      pages.push([rule]);
      letters = more;
    }
  }
  return pages;
}
