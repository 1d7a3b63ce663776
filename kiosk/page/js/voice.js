// Said aloud by the one screen that sounds, where the organizer wants it: one after the other, and never late.
import { playFile } from "../../../server/core/static/speaker.js";

const LATE = 10_000; // what could not begin by then is not said any more: it stands on the wall
const MINUTE = 60_000;
const waiting = [];
let now = null; // the call that is being fetched or said
let stop = null; // ends what is being said

/** One of the event's calls. A sound that comes first is waited for; what the clock calls goes before all else. */
export function say({ event, what, volume, after = null, first = false }) {
  const call = { address: `/wall/voice/${event}/${what}.wav`, loud: volume / 100, until: performance.now() + LATE, after, first };
  waiting.splice(first ? waiting.filter((each) => each.first).length : waiting.length, 0, call);
  if (first && now && !now.first) drop();
  if (!now) talk();
}

/** Silence at once, and nothing of what waited. */
export function hush() {
  waiting.length = 0;
  drop();
}

/** What is on its way is not said any more, what is being said ends. */
function drop() {
  if (now) now.dropped = true;
  if (stop) stop();
}

async function talk() {
  while ((now = waiting.shift() || null)) await one(now);
}

async function one(call) {
  await call.after;
  const bytes = isDue(call) && (await fetched(call.address));
  if (!bytes || !isDue(call)) return;
  const { ended, end } = await playFile(bytes, call.loud);
  if (call.dropped) end();
  stop = end;
  await ended;
  stop = null;
}

const isDue = ({ until, dropped }) => !dropped && performance.now() <= until;

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
