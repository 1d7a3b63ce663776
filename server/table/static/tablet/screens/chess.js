// Two banks: the running one is lit, tap your own half to pass. In portrait the far half is turned round.
import { lent, inPlay } from "../chess.js";
import { button, called, faction, h, icon, name } from "../dom.js";

const NEAR = 0;
const FAR = 1;

export function chess(model, acts) {
  const { clock } = model;
  return [
    h("h1", { class: "sr" }, `Chess clock of table ${model.match.table}`),
    h(
      "div",
      { class: "t-banks" },
      bank(model, FAR, acts),
      bank(model, NEAR, acts),
      h(
        "div",
        { class: "t-mid" },
        h("div", { class: "t-say" }, h("b", { class: "t-number num" }, `Table ${model.match.table}`), rule(model)),
        h("div", { class: "t-acts" }, controls(model, clock, acts)),
      ),
    ),
  ];
}

function bank(model, seat, acts) {
  const { clock, match, fallen } = model;
  const lit = inPlay(clock) && clock.using === seat;
  const [sign, text] = doing(model, seat, lit);
  return h(
    "button",
    {
      type: "button",
      class: "t-bank",
      "data-far": seat === FAR,
      "data-state": lit ? "running" : fallen[seat] ? "fallen" : undefined,
      disabled: model.watching !== null || clock.lost !== null || (clock.turn !== null && !lit),
      onclick: () => acts.tapBank(seat),
    },
    name(match.players[seat]),
    faction(match.players[seat]),
    h("span", { class: "left", "data-bank": seat }),
    h("span", { class: "do" }, sign && icon(sign), text),
  );
}

function doing({ clock, fallen, watching }, seat, lit) {
  if (watching && lit) return ["play", "time runs"];
  if (clock.turn === null) return [null, watching ? "not begun" : "tap here to go first"];
  if (fallen[seat]) return ["flag", lit ? "flag: tap when your turn is over" : "flag: time used up"];
  if (!inPlay(clock)) return ["pause", "stopped"];
  if (lit) return ["play", lent(clock) ? "decide, then tap" : "your turn: tap to pass"];
  return [null, lent(clock) ? "waiting for a decision" : "waiting"];
}

function rule({ clock, match, verdict, watching }) {
  if (watching) {
    return h("p", {}, h("b", {}, "This tablet only watches."), " The clock is kept by ", h("bdi", {}, watching.name), ".");
  }
  if (justSet(clock)) {
    return h("p", { role: "alert" }, h("b", {}, "A judge set the clock"), `: ${match.chess.corrected}. ${goOn(clock)}`);
  }
  if (clock.turn === null) return h("p", {}, h("b", {}, "Who goes first?"), " Each has the same time.");
  if (!verdict) return h("p", {}, h("b", {}, "Time used up?"), ` ${match.chess.flag_rule}`);
  const player = called(match.players[verdict.seat]);
  if (verdict.when === "lost") return h("p", { role: "alert" }, h("b", {}, player, " lost on time."), " Report the result.");
  const more =
    verdict.when === "this-turn" ? " Win before this turn ends, or lose with its end." : " Their next turn is the last.";
  return h("p", { role: "alert" }, h("b", {}, player, " is out of time."), more);
}

/** Nothing was tapped since a judge set it. */
const justSet = (clock) => clock.correction > 0 && clock.counter === 0;

const goOn = (clock) => (clock.turn === null ? "Who goes first?" : "Tap Resume to go on.");

function controls(model, clock, acts) {
  const judge = model.called.judge ? null : button("Call a judge", acts.callJudge, { first: "judge" });
  if (model.watching) return [button("Use this tablet instead", acts.takeClock, { first: "hand" }), judge];
  if (inPlay(clock)) {
    return [
      button("Pause", acts.stopClock, { first: "pause" }),
      clock.lending && !lent(clock) ? button("Opponent decides", acts.lend) : null,
      button("Report the result", acts.reportFromClock),
      judge,
    ];
  }
  const set = justSet(clock);
  return [
    clock.turn !== null && clock.lost === null
      ? button("Resume", acts.resumeClock, { first: "play", kind: set ? "go" : undefined })
      : null,
    button("Report the result", acts.begin, { kind: clock.turn === null || set ? undefined : "go" }),
    !model.fixed && clock.turn === null && button("Another table", acts.chooseTable, { kind: "plain" }),
    judge,
  ];
}
