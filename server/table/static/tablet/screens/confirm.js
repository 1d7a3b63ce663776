// The other player's turn: the score, one sentence from where they sit, Yes wide and No narrow.
import { button, h, icon, long, name } from "../dom.js";
import { backButton, footLeft, judgeButton, score } from "../parts.js";
import { padFirst } from "./count.js";
import { question } from "../words.js";

export function confirm(model, acts) {
  const { match, version, asks, known } = model;
  return [
    h(
      "div",
      { class: "t-main" },
      h("span", { class: "t-hand" }, icon("hand"), " Hand the tablet to"),
      h("h1", { class: "t-ask t-to" }, name(asks)),
      score(match, version),
      h("p", { class: "t-ask t-question", "data-long": long(...match.players) }, question(match, version, asks.id)),
      h(
        "div",
        { class: "t-big", "data-end": padFirst(match, version.winner) },
        button("Yes, correct", acts.yes, { kind: "go", first: "yes" }),
        button("No", acts.no, { first: "no" }),
      ),
    ),
    footLeft(
      known ? button("Take it back", acts.takeBack, { kind: "plain", first: "undo" }) : backButton(acts),
      judgeButton(model, acts),
    ),
  ];
}
