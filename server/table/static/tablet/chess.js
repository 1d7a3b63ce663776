// A chess clock as the engine knows it (engine/chess_clock.py), in the tablet that is its authority: what the engine
// refuses changes nothing here. tests/chess_vectors.json is played through both. No DOM; a moment is {boot, ms}: the
// box's milliseconds since it was switched on, and which switching-on that was.

export const newClock = (bankMs, lending) => ({
  banks: [bankMs, bankMs],
  lending,
  turn: null,
  using: null,
  since: null,
  lost: null,
  counter: 0,
  correction: 0, // how often a judge has set it
});

/** What each has left, never below zero. */
export function banks(clock, now) {
  if (!clock.since || clock.since.boot !== now.boot) return [...clock.banks];
  const passed = Math.max(0, now.ms - clock.since.ms);
  return clock.banks.map((left, seat) => (seat === clock.using ? Math.max(0, left - passed) : left));
}

export const begin = (clock, first, now) =>
  clock.turn === null ? counted(clock, { turn: first, using: first, since: now }) : clock;

/** The big button of whoever's time runs: lent time comes back; otherwise the turn is over. */
export function tap(clock, seat, now) {
  if (!inPlay(clock) || seat !== clock.using) return clock;
  if (lent(clock)) return counted(clock, { banks: banks(clock, now), using: clock.turn, since: now });
  const settled = banks(clock, now);
  // Whoever ends a turn with no time left has lost.
  if (settled[clock.turn] === 0) return counted(clock, { banks: settled, since: null, lost: clock.turn });
  return counted(clock, { banks: settled, turn: other(clock.turn), using: other(clock.turn), since: now });
}

/** The opponent has something to decide: their time runs, the turn stays. */
export const lend = (clock, now) =>
  inPlay(clock) && clock.lending && !lent(clock)
    ? counted(clock, { banks: banks(clock, now), using: other(clock.turn), since: now })
    : clock;

export const stop = (clock, now) =>
  inPlay(clock) ? counted(clock, { banks: banks(clock, now), since: null }) : clock;

export const resume = (clock, now) =>
  clock.turn !== null && !clock.since && clock.lost === null ? counted(clock, { since: now }) : clock;

/** The same clock by another box's time: what has passed is settled, and it runs on from `now`. */
export const moved = (clock, before, now) =>
  clock.since ? counted(clock, { banks: banks(clock, before), since: now }) : clock;

/** Who loses on time and when: "lost", "this-turn" or "own-next-turn"; null while nobody's flag is down. */
export function verdict(clock, now) {
  if (clock.lost !== null) return { seat: clock.lost, when: "lost" };
  const fallen = banks(clock, now).map((left) => left === 0);
  if (clock.turn === null || !fallen.includes(true)) return null;
  if (fallen[clock.turn]) return { seat: clock.turn, when: "this-turn" };
  return { seat: other(clock.turn), when: "own-next-turn" };
}

/** The later of two; a judge's word goes before everything that was counted until then. */
export function newer(known, received) {
  if (!received) return known;
  const more = corrections(received) - corrections(known);
  return more > 0 || (more === 0 && received.counter > known.counter) ? received : known;
}

export const inPlay = (clock) => clock.turn !== null && clock.since !== null && clock.lost === null;

export const lent = (clock) => clock.using !== clock.turn;

const corrections = (clock) => clock.correction || 0; // one that was kept by an older page has none

const other = (seat) => (seat === 0 ? 1 : 0);

const counted = (clock, change) => ({ ...clock, ...change, counter: clock.counter + 1 });
