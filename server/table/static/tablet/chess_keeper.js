// Keeps this table's chess clock: the tablet is its authority. Every change is kept here at once and told to the box
// when it answers; the newer of two states wins, and what a judge set wins over both. Where another tablet of this
// table keeps the clock, this one only watches.
import * as chess from "./chess.js";
import { forget, load, save } from "./store.js";
import { ask, tell } from "./talk.js";

const AGAIN = 3_000;
const REMEMBER = 1_000;
const WATCH = 1_000;
const NOTHING = { counter: 0, correction: 0 };

/** `about()` is {event, round, table}; `flag(seat)` is called when a bank is empty; `changed()` after every change. */
export function chessKeeper({ time, about, flag, changed }) {
  let clock = null;
  let key = null;
  let known = NOTHING; // the clock as the box has it
  let watching = null; // {name} of the tablet that keeps it, if that is another one
  let busy = false;
  let rememberedAt = -Infinity;
  let watchedAt = -Infinity;
  const fallen = new Set();

  /** The match as the box knows it now. */
  function attend(match, newKey) {
    if (!match.chess) return void (clock = key = watching = null);
    if (newKey !== key) {
      key = newKey;
      fallen.clear();
      forget("chess:", `chess:${key}`);
      clock = load(`chess:${key}`) ?? chess.newClock(match.chess.bank_ms, match.chess.lending);
    }
    heard(match.chess);
    if (match.step === "in" && chess.inPlay(clock)) act(chess.stop);
    push();
  }

  /** What the box says of the clock and of who keeps it. */
  function heard({ clock: received, keeper }) {
    const before = JSON.stringify(watching);
    watching = keeper && !keeper.ours ? { name: keeper.name } : null;
    known = received || NOTHING;
    const next = watching && received ? received : chess.newer(clock, received);
    if (JSON.stringify(next) !== JSON.stringify(clock)) keep(next);
    else if (JSON.stringify(watching) !== before) changed();
  }

  /** Do something to the clock, such as `chess.tap`, now. */
  function act(change, ...seat) {
    const now = time.now();
    if (!clock || !now || watching) return;
    const next = change(clock, ...seat, now);
    if (next === clock) return;
    keep(next);
    push();
  }

  /** This tablet keeps the clock from now on, as the box last heard of it. */
  async function take() {
    try {
      const sent = key;
      const answer = await tell("chess", { ...about(), clock, take: true });
      if (sent === key) heard(answer);
    } catch {
      // Out of reach: a line says so, and the button is still there.
    }
  }

  /** The box was switched off and on: its milliseconds begin anew, ours have gone on. */
  function moved(before, now) {
    if (clock?.since && before && !watching) keep(chess.moved(clock, before, now));
  }

  function keep(next) {
    clock = next;
    save(`chess:${key}`, clock);
    changed();
  }

  async function push() {
    if (busy || !clock || watching || chess.newer(known, clock) !== clock) return;
    busy = true;
    const sent = key;
    try {
      const answer = await tell("chess", { ...about(), clock });
      if (sent === key) heard(answer);
    } catch {
      await new Promise((go) => setTimeout(go, AGAIN));
    }
    busy = false;
    push();
  }

  async function watch() {
    watchedAt = performance.now();
    try {
      const sent = key;
      const { event, table } = about();
      const answer = await ask("chess", { event, table });
      if (sent === key) heard(answer);
    } catch {
      // Out of reach: it goes on counting as it was.
    }
  }

  /** Several times a second: the last known moment is remembered, and an empty bank is told once. */
  function tick() {
    const now = time.now();
    if (watching && performance.now() - watchedAt > WATCH) watch();
    if (!clock || !now || watching || !chess.inPlay(clock)) return;
    if (performance.now() - rememberedAt > REMEMBER) {
      rememberedAt = performance.now();
      save("moment", now);
    }
    chess.banks(clock, now).forEach((left, seat) => {
      if (left > 0) return void fallen.delete(seat);
      if (fallen.has(seat)) return;
      fallen.add(seat);
      flag(seat);
      changed();
    });
  }

  return {
    ...{ attend, act, take, moved, tick },
    clock: () => clock,
    watching: () => watching,
    now: () => time.now() ?? { boot: "", ms: 0 },
  };
}
