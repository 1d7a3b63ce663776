// A draft group: which pick, what to do, who sits where; on with one tap when everybody is done.
import { mmss } from "../../../../core/static/clock.js";
import { button, h, name } from "../dom.js";
import { foot, judgeButton } from "../parts.js";

export function draft(model, acts) {
  const { match, sending } = model;
  const { seats, title, text, cards, pick, picks, next, back, until_ms } = match.draft;
  const heading = pick ? `Pick ${pick} of ${picks}, pass left` : title;
  const timer = until_ms ? h("p", { class: "t-timer num", "data-until": until_ms }, mmss(0)) : null;
  return [
    h(
      "div",
      { class: "t-main t-draft" },
      h("h1", { class: "t-ask" }, heading, h("small", {}, text, !pick && cards ? ` ${cards} ${cards === 1 ? "card" : "cards"} each.` : "")),
      timer,
      h("ol", { class: "t-seats" }, seats.map((who, seat) => h("li", {}, h("i", { class: "num" }, String(seat + 1)), name({ name: who })))),
    ),
    foot(
      h(
        "div",
        { class: "t-acts" },
        judgeButton(model, acts),
        back && button("One step back", () => acts.lead(match.draft, true), { kind: "plain", first: "undo" }),
      ),
      next ? button(sending ? "Just a moment" : `Everybody is done: ${next}`, () => acts.lead(match.draft), { kind: "go" }) : h("b", {}, "Ready. The first round comes next."),
    ),
  ];
}
