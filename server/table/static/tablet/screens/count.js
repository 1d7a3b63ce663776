// What the game counts, on a pad with large keys. Empty is not 0: Next is off until a digit is typed.
import { button, called, h, icon, long, unit } from "../dom.js";
import { backButton, footLeft, judgeButton, note } from "../parts.js";
import { doubted } from "../steps.js";

export function count(model, acts) {
  const { match, step } = model;
  const typed = step.typed[step.which];
  const side = step.draw ? match.players[step.which] : match.players.find((p) => p.id === step.winner);
  const mine = side.id === model.me;
  const heading = step.draw ? "A draw." : mine ? "You won." : [called(side), " won."];
  const whose = mine ? "your" : [called(side), "’s"];
  return [
    h(
      "div",
      { class: "t-main t-pad", "data-first": padFirst(match, step.winner) },
      h(
        "div",
        {},
        h(
          "h1",
          { class: "t-ask", "data-long": !step.draw && !mine && long(side) },
          heading,
          h("small", {}, `How many ${unit(match.game, 2)} are on `, whose, ` ${match.game.thing}? Enter 0 if there are none.`),
          step.draw ? null : h("small", {}, conceded(match.game)),
        ),
        h(
          "div",
          { class: "t-value", role: "status", "data-empty": typed === "" },
          h("span", { class: "num" }, typed || "–"),
          h("small", {}, unit(match.game, Number(typed))),
        ),
        h("p", { class: "t-most", role: "alert" }, step.tooMuch ? `${match.game.most} is the most there can be.` : ""),
      ),
      keys(typed, acts),
    ),
    footLeft(backButton(acts), judgeButton(model, acts)),
  ];
}

/** What a concession comes to, before it is told. */
const conceded = (game) => `Conceded? Enter the ${unit(game, 2)} so far. The winner scores ${game.win_blood} all the same.`;

function keys(typed, acts) {
  const key = (figure) => h("button", { type: "button", onclick: () => acts.digit(figure) }, figure);
  return h(
    "div",
    { class: "t-keys" },
    [..."123456789"].map(key),
    h(
      "button",
      { type: "button", "data-kind": "plain", "aria-label": "Delete last digit", onclick: acts.erase },
      icon("erase"),
    ),
    key("0"),
    h("button", { type: "button", "data-kind": "go", disabled: typed === "", onclick: acts.next }, "Next"),
  );
}

/** The pad is on the other side than the name that was tapped last. */
export const padFirst = (match, winner) => match.players.findIndex((p) => p.id === winner) === 1;

/** More than it survives: asked about before it is believed. */
export function sure(model, acts) {
  const { game } = model.match;
  const told = doubted(model.step, model.match);
  const numbers = told.map(({ typed }) => typed).join(" and ");
  return [
    h(
      "div",
      { class: "t-main" },
      told.map(({ side }) => note("warning", "warning", whyDoubted(game, side))),
      h("h1", { class: "t-ask" }, `${numbers} ${unit(game, told.length > 1 ? 2 : told[0].typed)}, really?`),
      h(
        "div",
        { class: "t-big", "data-end": padFirst(model.match, model.step.winner) },
        button(`Yes, ${numbers}`, acts.sure, { kind: "go", first: "yes" }),
        button("No, change it", acts.back, { first: "no" }),
      ),
    ),
    footLeft(backButton(acts), judgeButton(model, acts)),
  ];
}

const whyDoubted = ({ thing, life }, side) => {
  if (side.life) return [called(side), `’s ${thing} falls at ${side.life}.`];
  return life ? `No ${thing} we know of survives ${life}.` : `More than ${side.ask_above} is rare.`;
};

/** A draw before time is called: the rulebook has none, and people may still have agreed on one. */
export function early(model, acts) {
  return [
    h(
      "div",
      { class: "t-main" },
      note("warning", "warning", "Too early for a draw"),
      h("h1", { class: "t-ask" }, "Record it all the same?", h("small", {}, model.match.game.early_draw), h("small", {}, "The desk will see it.")),
      h(
        "div",
        { class: "t-big" },
        button("Yes, a draw", acts.drawn, { kind: "go", first: "yes" }),
        button("No", acts.back, { first: "no" }),
      ),
    ),
    footLeft(backButton(acts), judgeButton(model, acts)),
  ];
}

/** The loser's flag has fallen: was it lost on time, or played out? */
export function how(model, acts) {
  const { match, step } = model;
  const loser = match.players.find((p) => p.id !== step.winner);
  return [
    h(
      "div",
      { class: "t-main" },
      h("h1", { class: "t-ask" }, "How did it end?", h("small", {}, called(loser), " was out of time.")),
      h(
        "div",
        { class: "t-two" },
        button(h("span", {}, called(loser), " lost on time"), () => acts.ended("flag"), { class: "button t-choice" }),
        button("It was played out", () => acts.ended("played"), { class: "button t-choice" }),
      ),
    ),
    footLeft(backButton(acts), judgeButton(model, acts)),
  ];
}
