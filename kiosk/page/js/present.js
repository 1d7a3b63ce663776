// The present, as the scenes ask for it. Nothing is counted with the browser's date; the time of day is the box's own.

const FIVE_MINUTES = 300_000;

/** What is so now for whoever follows this stream. */
export function present(stream, { box, link, screen }) {
  const serverNow = stream ? stream.following.serverNow() : NaN;
  const state = stream ? stream.state : undefined;
  const wallMs = (ms) => box.wall_ms + ms - box.server_ms;
  const wallTime = (ms) => timeOfDay(ms, box.utc_minutes);
  return {
    stream,
    serverNow,
    link,
    screen,
    boot: state && state.boot,
    state,
    health: state ? state.health : box.health,
    box: box.box,
    shop: box.shop || {},
    running: box.events.filter((event) => event.state === "running").length,
    forecast: box.forecast,
    timeOfDay: Number.isNaN(serverNow) ? "" : wallTime(wallMs(serverNow)),
    wallTime,
    wallIn: (ms) => wallTime(wallMs(serverNow + ms)),
    wallAbout: (ms) => wallTime(FIVE_MINUTES * Math.round(wallMs(serverNow + ms) / FIVE_MINUTES)),
    untilWall: (ms) => ms - wallMs(serverNow),
  };
}

function timeOfDay(ms, utcMinutes) {
  const there = new Date(ms + utcMinutes * 60_000);
  return there.toISOString().slice(11, 16);
}
