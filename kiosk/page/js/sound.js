// Sounds made in code. Start: one long. Warning: two short. Time called: three long. A table's extra time over: one short.
// Each cue has an id and sounds once on this screen, at most half a minute late, also after a reload.

const LATE = 30_000;
const PROMPT = 1_000;
const KEPT = "cinderbox-sounded";
const PATTERNS = {
  start: [[660, 900]],
  warning: [[880, 180], [0, 140], [880, 180]],
  called: [[523, 800], [0, 250], [523, 800], [0, 250], [523, 1200]],
  "table-over": [[740, 220]],
  test: [[523, 200], [0, 60], [659, 200], [0, 60], [784, 300]],
};

const done = new Set();
let speaker = null;

/** Everything due now, oldest first. `cues` is [seq, kind, n, at_ms] from the server; what was sounded is remembered. */
export function due(cues, serverNow, done) {
  return cues.filter(([seq, kind, n, at]) => at <= serverNow && serverNow - at <= LATE && !done.has(`${seq}:${kind}:${n}`));
}

/**
 * Asked for with every picture: only what is new is looked up and written down. With the moment of the start: after a
 * restore another round may have the same number in the journal.
 */
export function soundDue({ cues, began_ms }, serverNow, { event, volume }) {
  const ours = cues.map(([seq, ...rest]) => [`${event}:${began_ms}:${seq}`, ...rest]);
  if (!due(ours, serverNow, done).length) return;
  for (const id of remembered()) done.add(id);
  for (const [seq, kind, n] of due(ours, serverNow, done)) {
    play(kind.startsWith("table-over") ? "table-over" : kind, volume);
    done.add(`${seq}:${kind}:${n}`);
  }
  remember([...done].slice(-60));
}

/** A mute browser answers when somebody touches the page: by then a cue of long ago is left out. */
export async function play(kind, volume) {
  const context = audio();
  const asked = performance.now();
  if (context.state !== "running") await context.resume().catch(() => {});
  if (context.state !== "running" || performance.now() - asked > PROMPT) return;
  let at = context.currentTime + 0.02;
  for (const [pitch, ms] of PATTERNS[kind] ?? []) {
    if (pitch) tone(context, pitch, { at, seconds: ms / 1000, loud: volume / 100 });
    at += ms / 1000;
  }
}

/** Whether the browser lets us: a page nobody has touched may be mute. */
export const muted = () => audio().state === "suspended";
export const unmute = () => audio().resume().catch(() => {});

const audio = () => (speaker ??= new AudioContext());

/** A bell-like tone: two partials, soft edges, so that cheap television speakers carry it. */
function tone(context, pitch, { at, seconds, loud }) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud * 0.7, at + 0.015);
  gain.gain.setValueAtTime(loud * 0.7, at + seconds - 0.05);
  gain.gain.linearRampToValueAtTime(0, at + seconds);
  gain.connect(context.destination);
  for (const [times, share] of [[1, 0.7], [2, 0.3]]) {
    const partial = context.createOscillator();
    const level = context.createGain();
    partial.type = "triangle";
    partial.frequency.value = pitch * times;
    level.gain.value = share;
    partial.connect(level).connect(gain);
    partial.start(at);
    partial.stop(at + seconds);
  }
}

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  } catch {
    return [];
  }
}

function remember(ids) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(ids));
  } catch {
    // A browser that keeps nothing sounds a cue again after a reload; better than not at all.
  }
}
