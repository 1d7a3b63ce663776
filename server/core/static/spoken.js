// What a screen reader says by itself: a line that is heard and not seen. Digits that change every second are not in it:
// the clock is spoken at ten, five and one minute, and when something happens to it.

const AGAIN = 50; // ms in which a screen reader notices that the line was empty
const MINUTE = 60_000;
const MARKS = [10, 5, 1].map((minutes) => minutes * MINUTE);
const BEGINS = { running: "The clock is running.", paused: "The clock is paused.", ended: "The clock has stopped." };

let line = null;

/** Say this when there is a pause; the same words again are spoken again. */
export function say(text) {
  if (!text) return;
  line = line || made();
  line.textContent = "";
  setTimeout(() => (line.textContent = text), AGAIN);
}

function made() {
  const line = document.createElement("p");
  line.className = "sr";
  line.setAttribute("role", "status");
  line.setAttribute("data-spoken", "");
  document.body.append(line);
  return line;
}

/** What is to be said of a clock that stood as `before` and stands as `now`, each {phase, left}; nothing most of the time. */
export function clockWords(before, now) {
  if (!before || !now || before.phase === "none") return "";
  if (now.phase === "called") return before.phase === "called" ? "" : "Time is called.";
  const warned = before.phase === "running" && now.phase === "warning";
  if (before.phase !== now.phase && !warned) return changed(before, now);
  return MARKS.some((mark) => before.left > mark && now.left <= mark) ? minutesLeft(now.left) : "";
}

function changed(before, now) {
  if (before.phase === "warning" && now.phase === "running") return minutesLeft(now.left); // time was added
  if (now.phase === "warning") return `${BEGINS.running} ${minutesLeft(now.left)}`;
  return BEGINS[now.phase] || "";
}

function minutesLeft(left) {
  const minutes = Math.ceil(left / MINUTE);
  return `${minutes} ${minutes === 1 ? "minute" : "minutes"} left.`;
}

/** Follows one clock: told its phase and what is left as often as one likes, it says what there is to say, once. */
export function clockSpeaker() {
  let before = null;
  return (phase, left) => {
    const now = { phase, left };
    say(clockWords(before, now));
    before = now;
  };
}
