// Said aloud by the one screen that sounds, where the organizer wants it: one after the other, and never late.
import { playFile } from "../../../server/core/static/speaker.js";

const LATE = 10_000; // what could not begin by then is not said any more: it stands on the wall
const MINUTE = 60_000;
const waiting = [];
let stop = null; // ends what is being said
let busy = false;

/** One of the event's calls. A sound that comes first is waited for; what the clock calls goes before all else. */
export function say({ event, what, volume, after = null, first = false }) {
  const call = { address: `/wall/voice/${event}/${what}.wav`, loud: volume / 100, until: performance.now() + LATE, after };
  if (first) waiting.unshift(call);
  else waiting.push(call);
  if (first && stop) stop();
  if (!busy) talk();
}

/** Silence at once, and nothing of what waited. */
export function hush() {
  waiting.length = 0;
  if (stop) stop();
}

async function talk() {
  busy = true;
  try {
    while (waiting.length) await one(waiting.shift());
  } finally {
    busy = false;
  }
}

async function one({ address, loud, until, after }) {
  await after;
  if (performance.now() > until) return;
  const bytes = await fetched(address);
  if (!bytes || performance.now() > until) return;
  const { ended, end } = await playFile(bytes, loud);
  stop = end;
  await ended;
  stop = null;
}

async function fetched(address) {
  try {
    const answer = await fetch(address, { cache: "no-store" });
    return answer.ok ? await answer.arrayBuffer() : null;
  } catch {
    return null;
  }
}

/** What is new between two states of an event, as calls: pairings that are up, extra time, an announcement. */
export function newCalls(before, now) {
  const calls = [];
  if (now.round > before.round) calls.push("pairings");
  const had = (before.clock && before.clock.extensions) || {};
  const has = (now.clock && now.clock.extensions) || {};
  for (const table of now.round === before.round ? Object.keys(has) : []) {
    const minutes = Math.round((has[table] - (had[table] || 0)) / MINUTE);
    if (minutes > 0) calls.push(`extra-${table}-${minutes}`);
  }
  const said = now.announcement && now.announcement.id;
  if (said && said !== (before.announcement && before.announcement.id)) calls.push("announcement");
  return calls;
}
