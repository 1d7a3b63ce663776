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

point();
document.addEventListener("cinderbox:changed", point);

for (const leaving of document.querySelectorAll("[data-forget]")) {
  leaving.addEventListener("submit", () => remember(event, ""));
}
