// The server's clock, as this browser can know it: how far performance.now() is from it, by the quickest of five
// questions. The computer's date plays no part; after a sleep the server's own stamps show that we are behind.

const TRIES = 5;
const QUICK = 15; // ms: good enough to stop asking
const SLOW = 250; // ms: so unsure that we ask again soon
const EARLY = 60; // ms a stamp may seem to come from the future
const LATE = 3000; // ms a stamp may seem to be old
const DRIFT = 1e-4; // ms in a ms: more than any two quartzes differ

export function serverTime(ask, sleep) {
  let known = null; // {offset, boot, trip, at}
  let asking = false;
  let askedAt = -Infinity;

  async function estimate() {
    if (asking) return;
    asking = true;
    askedAt = performance.now();
    const best = await quickest(ask);
    asking = false;
    if (!best) return;
    if (!known || !stillBetter(known, best)) known = best;
    if (best.trip > SLOW) sleep(10_000 + Math.random() * 5_000, estimate);
  }

  return {
    estimate,
    now: () => (known === null ? NaN : performance.now() + known.offset),
    age: () => performance.now() - askedAt,
    /** A stamp that was sent just now. If it cannot be true, our own estimate is not. */
    hear(ms, boot = known?.boot ?? null) {
      const at = performance.now();
      const ahead = ms - (at + (known?.offset ?? -Infinity));
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

async function quickest(ask) {
  let best = null;
  for (let i = 0; i < TRIES && !(best && best.trip <= QUICK); i++) {
    const began = performance.now();
    const answer = await ask();
    const at = performance.now();
    if (!answer) continue;
    const sent = answer.sent ?? began; // who had to ask twice says when the question was that was answered
    const trip = at - sent;
    if (!best || trip < best.trip || answer.boot !== best.boot) {
      best = { trip, at, boot: answer.boot, offset: answer.server_ms - (sent + trip / 2) };
    }
  }
  return best;
}
