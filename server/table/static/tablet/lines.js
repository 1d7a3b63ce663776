// The lines under the head: what is not sent yet, who is on the way, what was refused.
import { button, h, icon } from "./dom.js";
import { keeps } from "./store.js";
import { asksToDrop } from "./view.js";

const UNSENT = "Not sent yet, trying.";
const ONLY_HERE = "Leave this page open: this browser keeps nothing.";

export function lines({ match, screen, called = {}, notice, unsent, away, unsure, short, asksAlerts, timeUp }, acts) {
  return [
    notice && line("warning", "warning", notice, button("I have read it", acts.noticed)),
    unsent
      ? line("away", "away", keeps() ? UNSENT : `${UNSENT} ${ONLY_HERE}`)
      : away && line("away", "away", "No connection to the tournament. This tablet goes on by itself."),
    unsure && line("away", "away", "The time while this tablet was away is not counted yet: it comes with the connection."),
    short && match && UNDER_WAY.includes(match.step) && line("warning", "warning", short),
    asksAlerts && !timeUp && RESTING.includes(screen) && line("calm", "play", "A short sound here when time is called and when pairings come?", [button("Yes", () => acts.wantAlerts(true)), button("No", () => acts.wantAlerts(false))]),
    match?.staff && line("calm", "people", match.staff),
    called.judge &&
      line(
        "called",
        "judge",
        judgeSays(called.judge),
        called.judge.ours && !called.judge.here && button("Not needed any more", acts.callOffJudge),
      ),
    called["wrong-result"] &&
      line(
        "called",
        "judge",
        called["wrong-result"].by
          ? `${called["wrong-result"].by} looks at it.`
          : "The desk knows that something is wrong. Please go there, or wait here.",
        called["wrong-result"].ours && button("The result is correct after all", acts.callOffWrong),
      ),
    ...dropping(match, called, acts),
  ].filter(Boolean);
}

const judgeSays = ({ by, here }) =>
  by ? `A judge is ${here ? "here" : "coming"}: ${by}.` : "A judge is called. Please wait here.";

/** Who asked here to drop waits for the desk's yes. On a phone the page itself says it. */
const dropping = (match, called, acts) =>
  (match && match.holder === "tablet" ? match.players : [])
    .filter(({ id, out }) => !out && called[asksToDrop(id)])
    .map(({ id, name }) =>
      line("called", "leave", [h("bdi", {}, name), " wants to drop. The desk is asked; its answer appears here."], button("No, play on", () => acts.staysIn(id))),
    );

const UNDER_WAY = ["playing", "one", "two"];
const RESTING = ["idle", "podIdle", "nobody"];

const line = (state, sign, text, act) =>
  h("div", { class: "t-line", "data-state": state, role: "status" }, icon(sign), h("span", {}, text), act);
