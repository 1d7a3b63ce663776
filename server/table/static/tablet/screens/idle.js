// Who plays whom; and report the result.
import { button, faction, h, name } from "../dom.js";
import { foot, judgeButton, note } from "../parts.js";
import { unchosen } from "../view.js";

/** What to do when time is called, in the rulebook's steps: as the wall shows them. */
const timeCalled = ({ time }) =>
  h("section", { class: "t-steps" }, note("alarm", "judge", time.called), h("ol", {}, time.steps.map((step) => h("li", {}, step))));

export function idle(model, acts) {
  const { match } = model;
  const names = match.players.flatMap((player, i) => [i ? h("i", {}, "plays") : null, name(player), faction(player)]);
  const report = button("Report the result", acts.begin, { kind: "go", class: "button t-report" });
  return [
    h("div", { class: "t-main" }, h("h1", { class: "t-versus", "data-many": Boolean(model.timeUp && match.time) }, names), model.timeUp && match.time && timeCalled(match)),
    foot(judgeButton(model, acts), unchosen(match) ? button("Choose factions", acts.chooseFactions) : null, report),
  ];
}
