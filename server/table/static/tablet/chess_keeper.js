// Keeps this table's chess clock: the tablet is its authority. Every change is kept here at once and told to the box
// when it answers; the newer of two states wins.
import * as chess from "./chess.js";
import { forget, load, save } from "./store.js";
import { tell } from "./talk.js";

const AGAIN = 3_000;
const REMEMBER = 1_000;

/** `about()` is {event, round, table}; `flag(seat)` is called when a bank is empty; `changed()` after every change. */
export function chessKeeper({ time, about, flag, changed }) {
  let clock = null;
  let key = null;
  let known = 0; // the counter the box has
  let busy = false;
  let rememberedAt = -Infinity;
  const fallen = new Set();

  /** The match as the box knows it now. */
  function attend(match, newKey) {
    if (!match.chess) return void (clock = key = null);
    if (newKey !== key) {
      key = newKey;
      fallen.clear();
      forget("chess:", `chess:${key}`);
      clock = load(`chess:${key}`) ?? chess.newClock(match.chess.bank_ms, match.chess.lending);
    }
    known = match.chess.clock?.counter ?? 0;
    adopt(match.chess.clock);
    if (match.step === "in" && chess.inPlay(clock)) act(chess.stop);
    push();
  }

  /** Do something to the clock, such as `chess.tap`, now. */
  function act(change, ...seat) {
    const now = time.now();
    if (!clock || !now) return;
    const next = change(clock, ...seat, now);
    if (next === clock) return;
    keep(next);
    push();
  }

  /** The box was switched off and on: its milliseconds begin anew, ours have gone on. */
  function moved(before, now) {
    if (clock?.since && before) keep(chess.moved(clock, before, now));
  }

  function adopt(received) {
    const newer = chess.newer(clock, received);
    if (newer !== clock) keep(newer);
  }

  function keep(next) {
    clock = next;
    save(`chess:${key}`, clock);
    changed();
  }

  async function push() {
    if (busy || !clock || clock.counter <= known) return;
    busy = true;
    const sent = key;
    try {
      const answer = await tell("chess", { ...about(), clock });
      if (sent === key) {
        known = answer.clock.counter;
        adopt(answer.clock);
      }
    } catch {
      await new Promise((go) => setTimeout(go, AGAIN));
    }
    busy = false;
    push();
  }

  /** Several times a second: the last known moment is remembered, and an empty bank is told once. */
  function tick() {
    const now = time.now();
    if (!clock || !now || !chess.inPlay(clock)) return;
    if (performance.now() - rememberedAt > REMEMBER) {
      rememberedAt = performance.now();
      save("moment", now);
    }
    chess.banks(clock, now).forEach((left, seat) => {
      if (left > 0 || fallen.has(seat)) return;
      fallen.add(seat);
      flag(seat);
      changed();
    });
  }

  return { attend, act, moved, tick, clock: () => clock, now: () => time.now() ?? { boot: "", ms: 0 } };
}
