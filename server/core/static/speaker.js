// Sounds made in code, for walls, tablets and phones. Browsers let a page sound only after somebody touched it.

const PROMPT = 1_000; // a page may be touched long after a sound was due: by then it is left out
let speaker = null;

function audio() {
  const Audio = window.AudioContext || window.webkitAudioContext;
  speaker = speaker || (Audio ? new Audio() : null);
  return speaker;
}

/** Whether the browser keeps us silent until somebody touches the page. */
export const muted = () => Boolean(audio()) && audio().state === "suspended";

export async function unmute() {
  if (audio()) await audio().resume().catch(() => {});
}

/** Notes one after the other, each [pitch, milliseconds]; pitch 0 is silence. Loud is 0 to 1. */
export async function sound(notes, loud) {
  const context = audio();
  if (!context) return;
  const asked = performance.now();
  if (context.state !== "running") await unmute();
  if (context.state !== "running" || performance.now() - asked > PROMPT) return;
  let at = context.currentTime + 0.02;
  for (const [pitch, ms] of notes) {
    if (pitch) tone(context, pitch, { at, seconds: ms / 1000, loud });
    at += ms / 1000;
  }
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
