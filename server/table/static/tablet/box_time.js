// The box's own time, as its answers tell it. While it does not answer, what was last known goes on counting.

const DOUBT = 250; // ms more than half a round trip: our own count was asleep

/** `remembered` is the last moment this tablet knew before it was reloaded, if any. */
export function boxTime(remembered) {
  let known = remembered ? { boot: remembered.boot, offset: remembered.ms - performance.now() } : null;
  let best = Infinity;
  let sure = false;

  const at = (when) => (known ? { boot: known.boot, ms: Math.round(when + known.offset) } : null);

  return {
    /** Now, or null before anything was ever known. */
    now: () => at(performance.now()),
    sure: () => sure,
    /** An answer with its stamp. True if the box was switched off and on since the last one. */
    hear({ server_ms, boot, trip }) {
      const half = (trip.got - trip.sent) / 2;
      const offset = server_ms - (trip.sent + half);
      const rebooted = known !== null && known.boot !== boot;
      if (rebooted || !sure || half <= best || Math.abs(offset - known.offset) > half + DOUBT) {
        known = { boot, offset };
        best = half;
      }
      sure = true;
      return rebooted;
    },
  };
}
