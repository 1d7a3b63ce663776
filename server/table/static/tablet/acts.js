// What can be tapped. Each act changes the step, the outbox or the chess clock; drawing follows by itself.
import * as chess from "./chess.js";
import * as leaving from "./leaving_steps.js";
import { podActs } from "./pod_acts.js";
import * as steps from "./steps.js";
import { save } from "./store.js";
import { ask } from "./talk.js";
import { viewOf } from "./view.js";

/** `timeUp()`: is time called at this table, as far as this device knows? */
export function acts({ now, box, keeper, about, go, draw, root, timeUp }) {
  /** Go to a step; one that has something to send sends it and is over. */
  function on(step) {
    if (step.send) report(step.send);
    go(step.send ? steps.IDLE : step);
  }

  function report(reports) {
    box.add("report", { ...about(), reports, sure: true });
  }

  const view = () => viewOf(now.match, now.step, box.waiting());
  const match = () => now.match;

  return {
    ...telling({ now, on, match, timeUp }),
    ...clock({ keeper }),
    /** The game is over: nobody's time runs while they tell. */
    reportFromClock() {
      keeper.act(chess.stop);
      on(steps.begin());
    },
    ...podActs({ now, box, about, go, view }),
    yes() {
      const { version, asks, known } = view();
      go(steps.IDLE);
      report(known ? [{ player: asks.id, ...version }] : steps.bothSay(version, match()));
    },
    no() {
      const { asks, known } = view();
      go(known ? steps.begin(asks.id) : steps.no(now.step, match()));
    },
    change: (player) => go(steps.begin(player)),
    takeBack() {
      if (!box.waiting().some((item) => item.path === "withdraw")) box.add("withdraw", about());
    },
    undo() {
      now.undoUntil = 0;
      box.add("undo", about());
    },
    callJudge: () => box.add("call", { ...about(), kind: "judge" }),
    callOffJudge: () => box.add("call-off", { ...about(), kind: "judge" }),
    somethingWrong: () => box.add("call", { ...about(), kind: "wrong-result" }),
    callOffWrong: () => box.add("call-off", { ...about(), kind: "wrong-result" }),
    choosing: (player) => go({ at: "faction", player }),
    choose(player, faction) {
      box.add("faction", { ...about(), player, faction });
      go(steps.IDLE);
    },
    later: () => go({ at: "later" }),
    chooseFactions: () => go(steps.IDLE),
    /** From the step and pick that stood on the screen that was tapped. */
    lead({ step, pick }, back = false) {
      if (!view().sending) box.add("draft", { ...about(), step, pick, back });
    },
    leave: () => go({ at: "leaving" }),
    leaver: (player, back) => go(leaving.begin(player, back)),
    codeKey: (letter) => go(leaving.letter(now.step, letter)),
    codeErase: () => go(leaving.erase(now.step)),
    drop() {
      const { player, typed: code, back } = now.step;
      box.add("drop", { ...about(), player, code, back });
      go(steps.IDLE);
    },
    askDrop() {
      box.add("call", { ...about(), kind: "drop", player: now.step.player });
      go(steps.IDLE);
    },
    staysIn: (player) => box.add("call-off", { ...about(), kind: "drop", player }),
    async standings() {
      go({ at: "standings" });
      now.places = await ask("standings", { event: match().event, table: match().table }).catch(() => now.places);
      draw();
    },
    noticed() {
      now.notice = "";
      save("notice", null);
      draw();
    },
    chooseTable: () => location.assign(root.dataset.choose),
    enterCode: () => location.assign(root.dataset.enter),
  };
}

/** Telling a result. */
function telling({ now, on, match, timeUp }) {
  const digit = (figure) => on(steps.digit(now.step, figure, match().game));
  const erase = () => on(steps.erase(now.step));
  const next = () => on(steps.next(now.step, match()));
  return {
    ...{ digit, erase, next },
    begin: () => on(steps.begin()),
    won: (player) => on(steps.won(now.step, player)),
    draws: () => on(steps.draws(now.step, match(), timeUp())),
    drawn: () => on(steps.drawn(now.step)),
    sure: () => on(steps.sure(now.step, match())),
    ended: (how) => on(steps.ended(now.step, how, match())),
    back: () => on(now.step.at === "leaving-code" ? { at: "leaving" } : steps.back(now.step)),
    /** A tablet with a keyboard. */
    key(event) {
      if (/^[0-9]$/.test(event.key)) digit(event.key);
      else if (event.key === "Backspace") erase();
      else if (event.key === "Enter" && event.target.tagName !== "BUTTON") next();
    },
  };
}

/** The chess clock. */
function clock({ keeper }) {
  return {
    tapBank: (seat) => keeper.act(keeper.clock().turn === null ? chess.begin : chess.tap, seat),
    lend: () => keeper.act(chess.lend),
    stopClock: () => keeper.act(chess.stop),
    resumeClock: () => keeper.act(chess.resume),
    takeClock: () => keeper.take(),
  };
}
