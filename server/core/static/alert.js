// A short sound and a vibration, where the browser allows them and somebody wanted them. Asked once on each device.
import { keep, kept } from "./kept.js";
import { canSound, sound, unmute } from "./speaker.js";

const KEY = "cinderbox:alerts";
const PITCH = 880;
const LOUD = 0.7;
// Milliseconds of sound and of silence, in turn: as the wall's, shorter.
const PATTERNS = { warning: [120, 120, 120], called: [350, 150, 350, 150, 350], pairings: [200, 100, 120], yes: [120] };
let answer = kept(KEY);

/** "on", "off", or null while nobody was asked. */
export const alerts = () => answer;

export const canShake = () => Boolean(navigator.vibrate);

/** Nobody is asked for what this browser cannot do. */
export const canAlert = () => canSound() || canShake();

/** Whoever is asked says so by a tap: that lets the browser sound at all. */
export function wantAlerts(on) {
  answer = on ? "on" : "off";
  keep(KEY, answer);
  if (on) alertOf("yes");
}

/** Something happens that somebody here waits for. */
export function alertOf(kind) {
  if (answer !== "on") return;
  if (canShake()) navigator.vibrate(PATTERNS[kind]);
  sound(PATTERNS[kind].map((ms, place) => [place % 2 ? 0 : PITCH, ms]), LOUD);
}

/** Told the phase of a clock as often as one likes, it alerts once when time gets short and when it is called. */
export function phaseAlert() {
  let before = null;
  return (phase) => {
    if (before !== null && before !== phase && before !== "none" && (phase === "warning" || phase === "called")) alertOf(phase);
    before = phase;
  };
}

// A page that was opened anew is mute until it is touched.
document.addEventListener("pointerdown", () => answer === "on" && unmute(), { passive: true });
