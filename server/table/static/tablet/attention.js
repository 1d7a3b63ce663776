// Whoever goes by keyboard or with a screen reader is led along: to the heading of a new screen, so that it is read and
// its buttons follow; back to the same button where only something else on the screen is new.

import { say } from "../../../core/static/spoken.js";

const words = (button) => button.getAttribute("aria-label") || button.textContent;

/** Rows of numbers have the same buttons again and again. */
const alike = (root, text) => [...root.querySelectorAll("button")].filter((each) => words(each) === text);

/** What has the focus in here, before the screen is drawn anew. */
export function held(root) {
  const focused = document.activeElement;
  if (focused === root || !root.contains(focused)) return null;
  return focused.localName === "button" ? { button: words(focused), place: alike(root, words(focused)).indexOf(focused) } : {};
}

/** What does not fit and scrolls can be scrolled by keys, too. */
export function reachable(root) {
  for (const part of root.querySelectorAll(".t-main")) {
    if (part.scrollHeight > part.clientHeight) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  }
}

/** After it: `moved` if the screen asks something else; `before` is what held() gave. */
export function attend(root, { moved, before }) {
  reachable(root);
  const heading = root.querySelector("h1, h2.p-title") || document.querySelector("main h1");
  if (!before) return moved && heading && say(heading.innerText.replace(/\s+/g, " "));
  const again = !moved && before.button && alike(root, before.button)[before.place];
  const next = again || heading;
  if (!next) return;
  if (next === heading) heading.tabIndex = -1;
  next.focus({ preventScroll: true });
}
