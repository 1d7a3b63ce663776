// Two versions, side by side and equal. Each may change theirs; equal versions end it. Nobody is told who is right.
import { button, h, name } from "../dom.js";
import { foot, judgeButton, note } from "../parts.js";
import { versionOf } from "../steps.js";
import { story } from "../words.js";

export function versions(model, acts) {
  const { match } = model;
  const card = (player) => {
    const said = match.reports.find((each) => each.player === player.id);
    return h(
      "div",
      { class: "t-card" },
      h("h2", {}, name(player, false)),
      h("p", {}, said ? story(match, versionOf(said, match), player.id) : "…"),
      button("Change mine", () => acts.change(player.id), { "aria-label": `${player.name}: change mine` }),
    );
  };
  return [
    h(
      "div",
      { class: "t-main" },
      h(
        "h1",
        { class: "t-ask" },
        "You reported different results.",
        h("small", {}, "Leave the cards as they are. Nothing is decided yet."),
      ),
      h("div", { class: "t-two" }, match.players.map(card)),
      note("alarm", "judge", "The desk sees both. As soon as you both report the same, it is settled."),
    ),
    foot(h("span"), judgeButton(model, acts)),
  ];
}
