// Which events, which scene, and which page of it, at this second. Pure: everything comes in as an argument.

export const PAGE_MS = 15_000; // a page stays at least this long
const SHORT_MS = 20_000; // scenes of one page take turns this slowly
const GLANCE_MS = 10_000; // the clocks of several events, again and again between what else they have to show
const MOST = 4; // events that share a screen

const PLACES_MS = 600_000; // so long the final places of an event stay beside others that are still played

/**
 * Which events a screen shows: the one it was given, else those being played and whatever was finished a moment ago, else
 * the one something happened to last. `now` is the box's time of day.
 */
export function eventsFor(screen, events, now = NaN) {
  const open = events.map((event) => event.id);
  if (screen.event && open.includes(screen.event)) return [screen.event];
  const running = runningOf(events);
  if (running.length) return [...running, ...justFinished(events, now)].slice(0, MOST);
  const last = events.reduce((one, other) => (one && one.acted_at >= other.acted_at ? one : other), null);
  return last ? [last.id] : [];
}

/** Which events it has to hear of: the one screen that sounds, sounds for the whole room. */
export const heardBy = (screen, events, now) => [...new Set([...eventsFor(screen, events, now), ...(screen.sounds ? runningOf(events) : [])])];

const justFinished = (events, now) => events.filter((event) => event.state === "finished" && now - Date.parse(event.acted_at) < PLACES_MS).map((event) => event.id);
const runningOf = (events) => events.filter((event) => event.state === "running").map((event) => event.id);

/** The scenes in turn: what the desk chose if there is any of it, or what the event says is due. */
export function scenes(data, screen, possible) {
  const chosen = screen.scene && screen.scene !== "auto" ? [screen.scene] : [];
  return [chosen, data.playlist, ["welcome"]].map((list) => list.filter(possible)).find((list) => list.length);
}

/** One event's scenes, page by page: [{id, scene, page, pages, ms}]. */
export function turnsOf(id, list, count) {
  return list.flatMap((scene) => {
    const pages = Math.max(1, count(scene));
    const ms = list.length > 1 && pages === 1 ? SHORT_MS : PAGE_MS;
    return Array.from({ length: pages }, (_, page) => ({ id, scene, page, pages, ms }));
  });
}

/** What several events have to show, one page of each in turn. */
export function inTurn(lists) {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, n) => lists.flatMap((list) => list.slice(n, n + 1))).flat();
}

/** Several events: a look at all their clocks before every page that one of them has to show. */
export function withGlances(turns) {
  const glance = (page) => ({ id: "", scene: "events", page, pages: 1, ms: GLANCE_MS });
  return turns.length ? turns.flatMap((turn, n) => [glance(n), turn]) : [glance(0)];
}

/**
 * The turn that is on, as {turn, since, news}. It stays for all its time, then the next one comes. Where it is gone, or
 * there is news (another round, an announcement), the turns begin anew. `ms` is any steady clock.
 */
export function onNow(before, turns, { ms, news }) {
  const now = before && before.news === news ? turns.findIndex((turn) => same(turn, before.turn)) : -1;
  if (now < 0) return { turn: turns[0], since: ms, news };
  if (ms - before.since < turns[now].ms) return { ...before, turn: turns[now] };
  return { turn: turns[(now + 1) % turns.length], since: ms, news };
}

const same = (one, other) => one.id === other.id && one.scene === other.scene && one.page === other.page;

/** Lists in pages of this many. */
export const pagesOf = (rows, size) => Math.max(1, Math.ceil(rows.length / size));
export const pageOf = (rows, size, page) => {
  const most = Math.ceil(rows.length / pagesOf(rows, size)); // the same on every page: nobody stands on the last one alone
  return rows.slice(page * most, (page + 1) * most);
};
