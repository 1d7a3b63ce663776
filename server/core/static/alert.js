// A short sound and a vibration, where the browser allows them and somebody wanted them. Asked once on each device.

const KEY = "cinderbox:alerts";
const PITCH = 880;
// Milliseconds of sound and of silence, in turn: as the wall's, shorter.
const PATTERNS = { warning: [120, 120, 120], called: [350, 150, 350, 150, 350], pairings: [200, 100, 120], yes: [120] };
let speaker = null;
let answer = kept();

function kept() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** "on", "off", or null while nobody was asked. */
export const alerts = () => answer;

/** Whoever is asked says so by a tap: that lets the browser sound at all. */
export function wantAlerts(on) {
  answer = on ? "on" : "off";
  try {
    localStorage.setItem(KEY, answer);
  } catch {
    /* a browser that keeps nothing asks again */
  }
  if (on) alertOf("yes");
}

/** Something happens that somebody here waits for. */
export function alertOf(kind) {
  if (answer !== "on") return;
  if (navigator.vibrate) navigator.vibrate(PATTERNS[kind]);
  sound(PATTERNS[kind]);
}

/** Told the phase of a clock as often as one likes, it alerts once when time gets short and when it is called. */
export function phaseAlert() {
  let before = null;
  return (phase) => {
    if (before !== null && before !== phase && before !== "none" && (phase === "warning" || phase === "called")) alertOf(phase);
    before = phase;
  };
}

async function sound(pattern) {
  const context = audio();
  if (!context) return;
  if (context.state !== "running") await context.resume().catch(() => {});
  if (context.state !== "running") return;
  let at = context.currentTime + 0.02;
  pattern.forEach((ms, place) => {
    if (place % 2 === 0) tone(context, at, ms / 1000);
    at += ms / 1000;
  });
}

function tone(context, at, seconds) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.5, at + 0.015);
  gain.gain.setValueAtTime(0.5, at + seconds - 0.03);
  gain.gain.linearRampToValueAtTime(0, at + seconds);
  gain.connect(context.destination);
  const voice = context.createOscillator();
  voice.type = "triangle";
  voice.frequency.value = PITCH;
  voice.connect(gain);
  voice.start(at);
  voice.stop(at + seconds);
}

function audio() {
  const Audio = window.AudioContext || window.webkitAudioContext;
  speaker = speaker || (Audio ? new Audio() : null);
  return speaker;
}

// A page that was opened anew is mute until it is touched.
document.addEventListener("pointerdown", () => answer === "on" && audio() && audio().resume().catch(() => {}), { passive: true });
