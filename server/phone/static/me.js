// “Me” leads to my own page once the phone knows who I am.
import { remember, remembered } from "./remembered.js";

const { event } = document.body.dataset;
const own = document.querySelector("[data-own]");
if (own) remember(event, own.dataset.own);

const point = () => {
  const me = remembered(event);
  const tab = document.querySelector("[data-me]");
  if (me && tab && !own) tab.href = `/e/${encodeURIComponent(event)}/p/${encodeURIComponent(me)}`;
};

/** My own row in a list. */
const mark = () => {
  const me = remembered(event);
  for (const row of document.querySelectorAll("[data-players]")) {
    row.toggleAttribute("data-mine", Boolean(me) && row.dataset.players.split(" ").includes(me));
  }
};

point();
mark();
document.addEventListener("cinderbox:changed", () => (point(), mark()));

for (const leaving of document.querySelectorAll("[data-forget]")) {
  leaving.addEventListener("submit", () => remember(event, ""));
}
