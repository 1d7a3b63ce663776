// What the stream says of the whole hall, in numbers for a table that is done.
const MINUTE = 60_000;

export const tablesOut = (hall) => (hall ? hall.tables - hall.results_in : 0);

/** Minutes until the next pairings, about; null where nobody can know, or they are late. */
export function minutesToGo(match, hall, serverNow) {
  const at = match?.next?.pairings_at_ms ?? null;
  if (at === null || match.boot !== hall?.boot || !Number.isFinite(serverNow) || at < serverNow) return null;
  return Math.max(1, Math.round((at - serverNow) / MINUTE));
}

/** When the round's clock ends, as long as it runs; what else it says passes by itself. */
export const clockEnds = (hall) => (hall?.clock?.running && hall.clock.remaining_ms !== null ? hall.clock.at_ms + hall.clock.remaining_ms : null);
