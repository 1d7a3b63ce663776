// Sounds made in code, for walls, tablets and phones. Browsers let a page sound only after somebody touched it.

const PROMPT = 1_000; // a page may be touched long after a sound was due: by then it is left out
let speaker = null;
const made = () => window.AudioContext || window.webkitAudioContext;

/** Whether this browser can sound at all. */
export const canSound = () => Boolean(made());

function audio() {
  const Audio = made();
  speaker = speaker || (Audio ? new Audio() : null);
  return speaker;
}

/** Whether the browser keeps us silent until somebody touches the page. */
export const muted = () => Boolean(audio()) && audio().state === "suspended";

export async function unmute() {
  if (audio()) await audio().resume().catch(() => {});
}

/** The speaker, if it may sound now: a browser may keep us waiting for a touch. */
async function ready() {
  const context = audio();
  const asked = performance.now();
  if (context && context.state !== "running") await unmute();
  return context && context.state === "running" && performance.now() - asked <= PROMPT ? context : null;
}

/** Notes one after the other, each [pitch, milliseconds]; pitch 0 is silence. Loud is 0 to 1. Done when they are over. */
export async function sound(notes, loud) {
  const context = await ready();
  if (!context) return;
  let at = context.currentTime + 0.02;
  for (const [pitch, ms] of notes) {
    if (pitch) tone(context, pitch, { at, seconds: ms / 1000, loud });
    at += ms / 1000;
  }
  await new Promise((go) => setTimeout(go, notes.reduce((sum, [, ms]) => sum + ms, 0)));
}

/** A sound file: when it is over, and how to end it before. */
export async function playFile(bytes, loud) {
  const context = await ready();
  const buffer = context && (await new Promise((go) => context.decodeAudioData(bytes, go, () => go(null))));
  if (!buffer) return { ended: Promise.resolve(), end() {} };
  const source = context.createBufferSource();
  const gain = context.createGain();
  gain.gain.value = loud;
  source.buffer = buffer;
  source.connect(gain).connect(context.destination);
  const ended = new Promise((go) => {
    source.onended = go;
  });
  source.start();
  return { ended, end: () => source.stop() };
}

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
