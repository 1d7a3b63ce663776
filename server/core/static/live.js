// Follows the box: a stream where there is one, a question every five seconds where there is not.
import { serverTime } from "./server_time.js";

const KINDS = ["box", "state", "table", "screen"];
const SILENT = 5_000; // no event within this: ask instead, whatever the stream says of itself
const POLL = 5_000;
const STALE = 15_000; // nothing at all for this long: say so

const lines = new Map();

/**
 * follow({event, table, screen, on: {state, table, screen, box, link}}) → {serverNow(), close()}
 * `on.state` and the others get what the server said, `on.link` gets "live", "polling" or "stale".
 * Only something new calls `on.table`, `on.screen` and `on.box` again; a state may come again as it was.
 * serverNow() is NaN until the server was heard once. Those who follow the same thing share one stream.
 */
export function follow({ event, table, screen, on = {} } = {}) {
  const wanted = query({ event, table, screen });
  if (!lines.has(wanted)) lines.set(wanted, openLine(wanted));
  const line = lines.get(wanted);
  line.join(on);
  const close = () => {
    if (line.leave(on)) return;
    lines.delete(wanted);
    line.close();
  };
  return { serverNow: line.serverNow, close };
}

function openLine(wanted) {
  const base = liveAddress();
  const followers = new Set();
  const timers = new Set();
  const last = {}; // what was said, by kind
  let stream = null;
  let streamAt = -Infinity; // when the stream last said something
  let heardAt = performance.now(); // when anything did
  let tickAt = performance.now();
  let tries = 0;
  let polling = false;
  let closed = false;

  const time = serverTime(askTime);

  function open() {
    if (closed || !base) return;
    if (stream) stream.close();
    const mine = (stream = new EventSource(`${base}/live?${wanted}`));
    for (const kind of [...KINDS, "beat"]) {
      mine.addEventListener(kind, (said) => heardStream(kind, JSON.parse(said.data)));
    }
    mine.addEventListener("error", () => {
      // The browser tries again by itself, unless it was turned away.
      if (mine.readyState === EventSource.CLOSED) later(Math.min(30_000, 1000 * 2 ** tries++) * jitter(), open);
    });
    later(SILENT, () => performance.now() - streamAt > SILENT && poll());
  }

  function heardStream(kind, said) {
    streamAt = performance.now();
    tries = 0;
    if (said.server_ms !== undefined) time.hear(said.server_ms, said.boot);
    heard(kind, said);
    tell("link", "live");
  }

  function heard(kind, said) {
    heardAt = performance.now();
    const known = JSON.stringify(last[kind]) === JSON.stringify(said);
    if (kind !== "beat" && (kind === "state" || !known)) tell(kind, said);
  }

  async function poll() {
    if (polling) return;
    polling = true;
    while (!closed && performance.now() - streamAt > 2 * SILENT) {
      const said = await fetched(`/api/live?${wanted}`);
      if (said && (await understood(said.state))) {
        for (const kind of KINDS) if (said[kind]) heard(kind, said[kind]);
        if (performance.now() - streamAt > 2 * SILENT) tell("link", "polling");
      }
      await new Promise((go) => later(POLL * jitter(), go));
    }
    polling = false;
  }

  // A box that was switched on again counts from another zero, so its clock is not told before that zero is known.
  async function understood(state) {
    if (state && state.boot !== time.boot()) await time.estimate();
    return !state || time.boot() === null || state.boot === time.boot();
  }

  // Where the streams cannot be reached, seconds of waiting for them must not count as the answer's way.
  async function askTime() {
    return (base && !polling && (await stamped(`${base}/time`))) || stamped("/api/time");
  }

  // Once a second: has everything gone quiet, were we asleep, is the estimate old?
  function tick() {
    const now = performance.now();
    if (now - tickAt > 5_000) wake();
    tickAt = now;
    if (now - heardAt > STALE) tell("link", "stale");
    if (now - streamAt > STALE && streamAt > -Infinity) {
      streamAt = -Infinity;
      open();
      poll();
    }
    if (time.due()) time.estimate();
    later(1000, tick);
  }

  // The page was out of sight, the lid was closed, the network came back: trust nothing that was measured before.
  function wake() {
    if (closed || document.hidden) return;
    time.estimate();
    if (performance.now() - streamAt > 12_000) open();
  }

  function tell(kind, said) {
    if (closed || (kind === "link" && last.link === said)) return;
    last[kind] = said;
    for (const on of followers) if (on[kind]) on[kind](said);
  }

  function later(ms, work) {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (!closed) work();
    }, ms);
    timers.add(timer);
  }

  const hide = () => stream && stream.close();
  const show = (page) => page.persisted && open();
  const events = { online: wake, pagehide: hide, pageshow: show, visibilitychange: wake };
  for (const [name, work] of Object.entries(events)) addEventListener(name, work);
  time.estimate();
  if (base) open();
  else poll();
  later(1000, tick);

  return {
    serverNow: time.now,
    /** Whoever comes later hears what was said last. */
    join(on) {
      const before = Object.entries(last);
      followers.add(on);
      queueMicrotask(() => before.forEach(([kind, said]) => followers.has(on) && on[kind] && on[kind](said)));
    },
    /** Whether somebody is left. */
    leave(on) {
      followers.delete(on);
      return followers.size > 0;
    },
    close() {
      closed = true;
      if (stream) stream.close();
      timers.forEach(clearTimeout);
      for (const [name, work] of Object.entries(events)) removeEventListener(name, work);
    },
  };
}

/** Where the streams are; empty if this page has none it could reach. */
function liveAddress() {
  const said = (document.querySelector('meta[name="cinderbox-live"]') || { content: "" }).content;
  const address = said.replace(/^(https?:\/\/)?:/, (_, scheme) => `${scheme || "http://"}${location.hostname}:`);
  // A page that came safely may not listen to a stream that does not.
  return location.protocol === "https:" && address.startsWith("http:") ? "" : address.replace(/\/$/, "");
}

async function fetched(address) {
  const patience = AbortSignal.timeout(5_000);
  try {
    const answer = await fetch(address, { cache: "no-cache", credentials: "omit", signal: patience });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

async function stamped(address) {
  const sent = performance.now();
  const said = await fetched(address);
  return said && { ...said, sent };
}

const query = (wanted) => new URLSearchParams(Object.entries(wanted).filter(([, value]) => value)).toString();
const jitter = () => 0.8 + Math.random() * 0.4;
