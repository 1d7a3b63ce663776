// No match to show: before the first round, a table that is not used, a tablet nobody knows.
import { button, h } from "../dom.js";
import { foot } from "../parts.js";
import { lookFor } from "../words.js";

export function nobody(model, acts) {
  const { match, fixed } = model;
  const [heading, more] = told(match);
  return [
    h("div", { class: "t-main" }, h("h1", { class: "t-ask" }, heading, h("small", {}, more))),
    foot(
      match.standings ? button("Standings", acts.standings, { kind: "plain", first: "cup" }) : h("span"),
      fixed ? null : button("Another table", acts.chooseTable, {}),
    ),
  ];
}

function told(match) {
  if (match.finished) return ["The event is over", "Thank you for playing."];
  if (match.beside) return [`The ${match.beside} is on`, "It is drafted at another table. Whoever does not draft: please give your cards back to the host."];
  if (!match.round) return ["The first round is not paired yet", "Names appear here by themselves."];
  return [`Nobody plays at table ${match.table} in this round`, lookFor(match.phones)];
}

export const looking = () => [
  h(
    "div",
    { class: "t-main" },
    h("h1", { class: "t-ask" }, "Looking for the tournament", h("small", {}, "Is this tablet on the right Wi-Fi?")),
  ),
  foot(),
];

export const unknown = (model, acts) => [
  h("div", { class: "t-main" }, h("h1", { class: "t-ask" }, "Ask the desk", h("small", {}, model.why))),
  foot(h("span"), button("Type a code", acts.enterCode, { kind: "go" })),
];
