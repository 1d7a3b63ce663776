// The server's clock, as this browser can know it: how far performance.now() is from it, by the quickest of five
// questions; the first answer counts until there is a quicker one. The computer's date plays no part; after a sleep the
// server's own stamps show that we are behind.

const TRIES = 5;
const QUICK = 15; // ms: good enough to stop asking
const SLOW = 250; // ms: so unsure that we ask again soon
const SOON = 10_000;
const FAILED = 3_000; // nobody answered: ask again before anybody misses the clock
const AGAIN = 480_000; // two clocks drift apart: estimate anew
const EARLY = 60; // ms a stamp may seem to come from the future
const LATE = 3000; // ms a stamp may seem to be old
const DRIFT = 1e-4; // ms in a ms: more than any two quartzes differ

export function serverTime(ask) {
  let known = null; // {offset, boot, trip, at}
  let asking = null;
  let dueAt = -Infinity;

  /** Whoever asks while we are asking waits for the same answer. */
  function estimate() {
    asking = asking || learn().finally(() => (asking = null));
    return asking;
  }

  async function learn() {
    const best = await quickest(ask, (found) => {
      if (!(known && stillBetter(known, found))) known = found;
    });
    const rest = !best ? FAILED : best.trip > SLOW ? SOON : AGAIN;
    dueAt = performance.now() + rest * (1 + Math.random() / 2);
  }

  return {
    estimate,
    now: () => (known === null ? NaN : performance.now() + known.offset),
    /** Which switching-on of the box this time counts from; null before anything is known. */
    boot: () => (known ? known.boot : null),
    /** Whether it is time to ask again. */
    due: () => performance.now() > dueAt,
    /** A stamp that was sent just now. If it cannot be true, our own estimate is not. */
    hear(ms, boot = known ? known.boot : null) {
      const at = performance.now();
      const ahead = ms - (at + (known ? known.offset : -Infinity));
      const other = known !== null && known.boot !== boot;
      if (!other && ahead <= EARLY && ahead >= -LATE) return;
      if (other || ahead > EARLY) known = { offset: ms - at, boot, trip: Infinity, at };
      estimate();
    },
  };
}

/** How far an answer can be off: half of its way, and what two clocks drift apart since. */
const doubt = ({ trip, at }) => trip / 2 + DRIFT * (performance.now() - at);

/** A quick answer of a while ago beats a slow one of now, as long as both can be true. */
function stillBetter(known, best) {
  if (known.boot !== best.boot || doubt(known) >= doubt(best)) return false;
  return Math.abs(known.offset - best.offset) <= doubt(known) + doubt(best);
}

/** The quickest answer; each that was quicker than those before is told at once. */
async function quickest(ask, tell) {
  let best = null;
  for (let i = 0; i < TRIES && !(best && best.trip <= QUICK); i++) {
    const began = performance.now();
    const answer = await ask();
    const at = performance.now();
    if (!answer) continue;
    const sent = answer.sent == null ? began : answer.sent; // who had to ask twice says when the question was that was answered
    const trip = at - sent;
    if (!best || trip < best.trip || answer.boot !== best.boot) {
      best = { trip, at, boot: answer.boot, offset: answer.server_ms - (sent + trip / 2) };
      tell(best);
    }
  }
  return best;
}
