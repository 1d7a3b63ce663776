// What the stream says of the whole hall, in numbers for a table that is done.
import { remainingAt } from "../../../core/static/clock.js";

const MINUTE = 60_000;

export const tablesOut = (hall) => (hall ? hall.tables - hall.results_in : 0);

/** Minutes until the next pairings, about; null where nobody can know. */
export function minutesToGo(match, hall, serverNow) {
  const between = match?.next?.between_ms ?? null;
  if (between === null || !hall?.clock || !Number.isFinite(serverNow)) return null;
  if (!tablesOut(hall)) return Math.max(1, Math.round(between / MINUTE));
  const left = hall.clock.running ? remainingAt(hall.clock, serverNow) : null;
  if (left === null || left <= 0) return null;
  return Math.max(1, Math.round((left + between) / MINUTE));
}
