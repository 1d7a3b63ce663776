// Who plays whom; and report the result.
import { button, faction, h, name } from "../dom.js";
import { foot, judgeButton } from "../parts.js";
import { unchosen } from "../view.js";

export function idle(model, acts) {
  const { match } = model;
  const names = match.players.flatMap((player, i) => [i ? h("i", {}, "plays") : null, name(player), faction(player)]);
  const report = button("Report the result", acts.begin, { kind: "go", class: "button t-report" });
  return [
    h("div", { class: "t-main" }, h("h1", { class: "t-versus" }, names)),
    foot(judgeButton(model, acts), unchosen(match) ? button("Choose factions", acts.chooseFactions) : null, report),
  ];
}
