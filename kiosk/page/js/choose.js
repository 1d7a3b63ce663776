// Which scene, and which page of it, at this second. Pure: everything comes in as an argument.

export const PAGE_MS = 15_000; // a page stays at least this long
const SHORT_MS = 20_000; // scenes of one page take turns this slowly

/** The scenes in turn: what the desk chose, or what the event says is due. */
export function scenes(data, screen) {
  if (screen.scene && screen.scene !== "auto") return [screen.scene];
  return data?.playlist ?? ["welcome"];
}

/** {scene, page, pages}: `count(scene)` says how many pages a scene has now; time is any steady number of ms. */
export function choose(list, count, ms) {
  const turns = list.flatMap((scene) => {
    const pages = Math.max(1, count(scene));
    const each = list.length > 1 && pages === 1 ? SHORT_MS : PAGE_MS;
    return Array.from({ length: pages }, (_, page) => ({ scene, page, pages, each }));
  });
  if (!turns.length) return { scene: "welcome", page: 0, pages: 1 };
  const round = turns.reduce((sum, turn) => sum + turn.each, 0);
  let left = ((ms % round) + round) % round;
  for (const turn of turns) {
    if (left < turn.each) return turn;
    left -= turn.each;
  }
  return turns[0];
}

/** Which events a screen shows: the one it was given, else those being played, else the newest. */
export function eventsFor(screen, events) {
  const open = events.map((event) => event.id);
  if (screen.event && open.includes(screen.event)) return [screen.event];
  const running = events.filter((event) => event.state === "running").map((event) => event.id);
  const waiting = events.filter((event) => event.state === "not-started").map((event) => event.id);
  if (running.length) return running.slice(0, 4);
  return (waiting.length ? waiting : open).slice(0, 1);
}

/** Lists in pages of this many. */
export const pagesOf = (rows, size) => Math.max(1, Math.ceil(rows.length / size));
export const pageOf = (rows, size, page) => rows.slice(page * size, (page + 1) * size);
