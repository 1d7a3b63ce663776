// The server's clock, as this browser can know it: how far performance.now() is from it, by the quickest of five
// questions. The computer's date plays no part; after a sleep the server's own stamps show that we are behind.

const TRIES = 5;
const QUICK = 15; // ms: good enough to stop asking
const SLOW = 250; // ms: so unsure that we ask again soon
const EARLY = 60; // ms a stamp may seem to come from the future
const LATE = 3000; // ms a stamp may seem to be old

export function serverTime(ask, sleep) {
  let offset = null;
  let boot = null;
  let asking = false;
  let askedAt = -Infinity;

  async function estimate() {
    if (asking) return;
    asking = true;
    askedAt = performance.now();
    const best = await quickest(ask);
    asking = false;
    if (!best) return;
    ({ offset, boot } = best);
    if (best.trip > SLOW) sleep(10_000 + Math.random() * 5_000, estimate);
  }

  return {
    estimate,
    now: () => (offset === null ? NaN : performance.now() + offset),
    age: () => performance.now() - askedAt,
    /** A stamp that was sent just now. If it cannot be true, our own estimate is not. */
    hear(ms, itsBoot = boot) {
      const ahead = ms - (performance.now() + (offset ?? -Infinity));
      const other = boot !== null && itsBoot !== boot;
      if (!other && ahead <= EARLY && ahead >= -LATE) return;
      if (other || ahead > EARLY) offset = ms - performance.now();
      boot = itsBoot;
      estimate();
    },
  };
}

async function quickest(ask) {
  let best = null;
  for (let i = 0; i < TRIES && !(best && best.trip <= QUICK); i++) {
    const sent = performance.now();
    const answer = await ask();
    const trip = performance.now() - sent;
    if (!answer) continue;
    if (!best || trip < best.trip || answer.boot !== best.boot) {
      best = { trip, boot: answer.boot, offset: answer.server_ms - (sent + trip / 2) };
    }
  }
  return best;
}
