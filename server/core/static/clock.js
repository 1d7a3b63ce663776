// What a round clock shows, computed from what the server last said of it. No DOM, no time of day: `serverNow` is the
// server's own milliseconds, as `follow().serverNow()` gives them.

/** Milliseconds left, below zero once time is called; null without a limit. */
export function remainingAt(clock, serverNow) {
  if (!clock || clock.remaining_ms == null) return null;
  if (!clock.running) return clock.remaining_ms;
  return clock.remaining_ms - Math.max(0, serverNow - clock.at_ms);
}

/** The same for one table, with its extra time. */
export function tableRemainingAt(clock, table, serverNow) {
  const left = remainingAt(clock, serverNow);
  return left === null ? null : left + ((clock.extensions || {})[table] || 0);
}

/** none, not-started, running, warning, called, paused or ended. */
export function phaseAt(clock, serverNow) {
  if (!clock) return "none";
  if (!clock.running || clock.phase === "ended") return clock.phase || "none";
  const left = remainingAt(clock, serverNow);
  if (left === null || left > (clock.warning_ms || 0)) return "running";
  return left > 0 ? "warning" : "called";
}

/** The same for one table: with extra time it has its own last minutes, and its own end. */
export function tablePhaseAt(clock, table, serverNow) {
  const phase = phaseAt(clock, serverNow);
  const left = tableRemainingAt(clock, table, serverNow);
  if (left === null || (phase !== "warning" && phase !== "called") || left <= 0) return phase;
  return left > (clock.warning_ms || 0) ? "running" : "warning";
}

/** The word at the warning, which most events have ten minutes before the end. */
export function lastMinutes(ms) {
  const minutes = Math.round(ms / 60_000);
  return minutes < 2 ? "The last minute." : `The last ${minutes === 10 ? "ten" : minutes} minutes.`;
}

/** 32:17; 90 minutes are 90:00. Rounded up, so that 0:00 is shown only when time is over. */
export function mmss(ms) {
  const seconds = Math.ceil(Math.abs(ms) / 1000);
  return `${ms < 0 ? "−" : ""}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
