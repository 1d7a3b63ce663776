// Two equal halves, names only. Never one preselected, never one coloured.
import { button, called, h, long, name } from "../dom.js";
import { backButton, footLeft, judgeButton } from "../parts.js";

const CONCEDED = "If one of you conceded, the other one won.";

export function who(model, acts) {
  const { match, step, me } = model;
  const teller = match.players.find((p) => p.id === step.by);
  const half = (player) =>
    h("button", { type: "button", class: "t-who", onclick: () => acts.won(player.id) }, me === player.id ? h("b", { class: "name" }, "Me") : name(player));
  return [
    h(
      "div",
      { class: "t-main", "data-fill": true, "data-draws": match.game.draws },
      h(
        "h1",
        { class: "t-ask", "data-long": Boolean(teller) && !me && long(teller) },
        teller && !me ? [called(teller), ", who won?"] : "Who won?",
        h("small", {}, [match.game.both_fall, CONCEDED].filter(Boolean).join(" ")),
      ),
      h("div", { class: "t-two" }, match.players.map(half)),
      match.game.draws ? button("Draw", acts.draws, { class: "button t-draw" }) : null,
    ),
    footLeft(backButton(acts), judgeButton(model, acts)),
  ];
}
