// What several screens share: the score, and the row at the bottom.
import { button, h, icon, name } from "./dom.js";
import { blood, outcome } from "./words.js";

export function score(match, version) {
  const [one, two] = match.players;
  const [left, right] = blood(match, version);
  return h(
    "div",
    { class: "t-score" },
    h("div", {}, name(one), h("small", {}, outcome(version, one.id))),
    h("div", { class: "num", "aria-label": `${left} to ${right}` }, String(left), h("i", {}, ":"), String(right)),
    h("div", {}, name(two), h("small", {}, outcome(version, two.id))),
  );
}

/** A line with a sign: data-state alarm, warning or done. */
export const note = (state, sign, ...text) =>
  h("p", { class: "t-note", "data-state": state, role: "status" }, icon(sign), h("span", {}, text));

export const backButton = (acts) => button("Back", acts.back, { kind: "plain", first: "back" });

/** Always there, unless somebody is called already: then the line at the top says so. */
export const judgeButton = (model, acts) =>
  model.called.judge ? h("span") : button("Call a judge", acts.callJudge, { kind: "plain", first: "judge" });

/** Back and the judge on the left: on the right is where the last screen's own button was. */
export const footLeft = (...parts) => foot(h("div", { class: "t-acts" }, parts));

export const foot = (...parts) => h("footer", { class: "t-foot" }, parts);
