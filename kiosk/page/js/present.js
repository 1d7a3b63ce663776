// The present, as the scenes ask for it. Nothing is counted with the browser's date; the time of day is the box's own.

const MINUTE = 60_000;
const FIVE_MINUTES = 5 * MINUTE;

/** 35 min, 2 h 10 min; never less than a minute. */
export function span(ms) {
  const minutes = Math.max(1, Math.round(ms / MINUTE));
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

/** What is so now for whoever follows this stream. */
export function present(stream, { box, link, screen }) {
  const serverNow = stream ? stream.following.serverNow() : NaN;
  const state = stream ? stream.state : undefined;
  const wallMs = (ms) => box.wall_ms + ms - box.server_ms;
  const wallTime = (ms) => timeOfDay(ms, box.utc_minutes);
  const wallAbout = (ms) => wallTime(FIVE_MINUTES * Math.round(wallMs(serverNow + ms) / FIVE_MINUTES));
  // A box without a battery clock may think it is April: then lengths are shown, and no time of day.
  const known = box.time_known !== false;
  return {
    stream,
    serverNow,
    link,
    screen,
    boot: state && state.boot,
    state,
    health: state ? state.health : box.health,
    power: box.power,
    box: box.box,
    shop: box.shop || {},
    running: box.events.filter((event) => event.state === "running").length,
    forecast: box.forecast,
    known,
    timeOfDay: Number.isNaN(serverNow) || !known ? "" : wallTime(wallMs(serverNow)),
    minute: Math.floor(wallMs(serverNow) / MINUTE),
    wallTime,
    wallIn: (ms) => wallTime(wallMs(serverNow + ms)),
    // “at 14:05”, “at about 14:05”; as long as nobody knows the time of day, “in 35 min”.
    inWords: (ms) => (known ? `at ${wallTime(wallMs(serverNow + ms))}` : `in ${span(ms)}`),
    aboutWords: (ms) => (known ? `at about ${wallAbout(ms)}` : `in about ${span(ms)}`),
    wallAbout,
    untilWall: (ms) => ms - wallMs(serverNow),
  };
}

function timeOfDay(ms, utcMinutes) {
  const there = new Date(ms + utcMinutes * 60_000);
  return there.toISOString().slice(11, 16);
}
