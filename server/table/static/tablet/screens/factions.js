// Where everyone has a pool of factions: who has chosen for this match, and each one's choice, shown when both have.
import { button, h, name } from "../dom.js";
import { backButton, foot, footLeft, judgeButton, note } from "../parts.js";

export function factions(model, acts) {
  const half = (player) =>
    h(
      "button",
      { type: "button", class: "t-who", onclick: () => acts.choosing(player.id) },
      name(player),
      h("small", {}, player.chosen ? "has chosen" : "choose your faction"),
    );
  return [
    h(
      "div",
      { class: "t-main", "data-fill": true },
      h(
        "h1",
        { class: "t-ask" },
        "Which factions?",
        h("small", {}, "One after the other, without showing it. It is shown when both have chosen."),
      ),
      h("div", { class: "t-two" }, model.match.players.map(half)),
    ),
    foot(judgeButton(model, acts), button("Later", acts.later)),
  ];
}

/** One player's pool. */
export function faction(model, acts) {
  const player = model.match.players.find((each) => each.id === model.step.player);
  return [
    h(
      "div",
      { class: "t-main" },
      h("h1", { class: "t-ask" }, name(player), h("small", {}, "Which faction do you play? Your opponent looks away.")),
      choices(player, acts),
    ),
    footLeft(backButton(acts), judgeButton(model, acts)),
  ];
}

export function choices({ id, pool }, acts) {
  if (!pool.length) return note("warning", "warning", "No factions are named for this player. Tell the desk.");
  return h(
    "div",
    { class: "t-pool" },
    pool.map((each) => button(h("bdi", { dir: "auto" }, each), () => acts.choose(id, each), { class: "button t-choice" })),
  );
}
