// Sounds made in code. Start: one long. Warning: two short. Time called: three long. A table's extra time over: one short.
// Each cue has an id and sounds once on this screen, at most half a minute late, also after a reload. One that was
// sounded and then moved, because this screen was cut off while time was added, sounds again when it is really due.
import { keepValue, kept, keptValue } from "../../../server/core/static/kept.js";
import { sound } from "../../../server/core/static/speaker.js";

const LATE = 30_000;
const MOVED = 1_000; // the engine's HEARD_MS: a mark that is lifted later than this before it is reached keeps its id
const TOLD = 500; // so long a screen may take to hear that it sounds now
const FRESH = 3_000; // a page that remembers nothing may have sounded before it was loaded anew: only what is this new
const KEPT = "cinderbox-sounded";
const PATTERNS = {
  start: [[660, 900]],
  warning: [[880, 180], [0, 140], [880, 180]],
  called: [[523, 800], [0, 250], [523, 800], [0, 250], [523, 1200]],
  "table-over": [[740, 220]],
  test: [[523, 200], [0, 60], [659, 200], [0, 60], [784, 300]],
};

const done = new Map(); // id → when it was due
let begun = kept(KEPT) === null ? -FRESH : -Infinity; // in performance.now(): what was due before is not ours to sound

/** Everything due now, oldest first. `cues` is [seq, kind, n, at_ms] from the server; what was sounded is remembered. */
export function due(cues, serverNow, done, late = LATE) {
  return cues.filter(([seq, kind, n, at]) => at <= serverNow && serverNow - at <= late && !(at <= done.get(`${seq}:${kind}:${n}`) + MOVED));
}

/** From now on this screen sounds; what another one has sounded before is not repeated. */
export function beginToSound() {
  begun = performance.now() - TOLD;
}

/**
 * Asked for with every picture: only what is new is looked up and written down. With the moment of the start: after a
 * restore another round may have the same number in the journal. `heard` is told what sounds, and when it is over.
 */
export function soundDue({ cues, began_ms }, serverNow, { event, volume, heard }) {
  const ours = cues.map(([seq, ...rest]) => [`${event}:${began_ms}:${seq}`, ...rest]);
  const late = Math.min(LATE, performance.now() - begun);
  if (!due(ours, serverNow, done, late).length) return;
  for (const [id, at] of remembered()) done.set(id, at);
  for (const [seq, kind, n, at] of due(ours, serverNow, done, late)) {
    heard(kind, play(kind.startsWith("table-over") ? "table-over" : kind, volume));
    done.set(`${seq}:${kind}:${n}`, at);
  }
  keepValue(KEPT, [...done].slice(-60)); // without it a cue sounds again after a reload; better than not at all
}

/** One of the box's sounds, also to try it. */
export const play = (kind, volume) => sound(PATTERNS[kind] || [], volume / 100);

const remembered = () => (keptValue(KEPT) || []).filter(Array.isArray);
