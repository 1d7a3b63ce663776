// Between two screens: taps right after a change of what is shown count for nothing, and no button of the new screen is
// under the finger that tapped the last one. A drumming hand never comes to rest, so it gets nowhere.

export const SETTLE = 400; // ms without a touch before a new screen takes a tap
const SETTLE_PICK = 1_000; // a pick that was skipped is not noticed by looking at the screen, and nobody picks that fast
const SETTLE_YES = 1_200; // the tablet goes to somebody else, who reads first
const LONG = { draft: SETTLE_PICK, confirm: SETTLE_YES, gameConfirm: SETTLE_YES, sure: SETTLE_YES, leavingCode: SETTLE_PICK };
const REST = 2_500; // ms for which a button under the last finger stays out of reach
const FINGER = 24; // px around a tap

/** How long a new screen has to be left alone before it takes a tap. */
export const settling = (screen) => LONG[screen] || SETTLE;

/** Guards the buttons in `root`: `changed(ms)` after another question is drawn. */
export function guard(root) {
  let finger = null;
  let timer = 0;
  let patience = 0;

  const calm = () => delete root.dataset.settling;

  function wait() {
    root.dataset.settling = patience > SETTLE ? "long" : "";
    clearTimeout(timer);
    timer = setTimeout(calm, patience);
  }

  /** Whoever taps too early, or beside the buttons of a question that matters, did not look: it waits anew. */
  function touched({ target, clientX, clientY }) {
    const early = "settling" in root.dataset;
    const beside = patience > SETTLE && !target.closest("button");
    if (early || beside) wait();
    else finger = { x: clientX, y: clientY };
  }

  /** Who called a judge from the last question has not answered it, and reads it again. */
  function pressed({ target }) {
    if (patience >= SETTLE_YES && target.closest("button")) wait();
  }

  document.addEventListener("pointerdown", touched, true);
  document.addEventListener("click", pressed);

  return {
    changed(ms) {
      patience = ms;
      for (const button of finger ? root.querySelectorAll("button") : []) if (under(button, finger)) rest(button);
      wait();
    },
  };
}

function under(button, { x, y }) {
  const at = button.getBoundingClientRect();
  return x > at.left - FINGER && x < at.right + FINGER && y > at.top - FINGER && y < at.bottom + FINGER;
}

function rest(button) {
  button.dataset.resting = "";
  setTimeout(() => delete button.dataset.resting, REST);
}
