// A wall is a picture without a pointer. Whoever moves the mouse or touches it gets one, and a button for the whole screen.
import { canFill, fillScreen, onFilled } from "../../../server/core/static/full_screen.js";

const SHOWN = 6_000;
const button = document.querySelector(".w-full");
const FAR = 5; // px: a pointer that lies still is told of as moved when the picture under it changes
let timer = 0;
let last = null;

function offer() {
  document.body.toggleAttribute("data-touched", true);
  button.hidden = !canFill();
  clearTimeout(timer);
  timer = setTimeout(away, SHOWN);
}

function moved({ clientX, clientY }) {
  if (last && Math.hypot(clientX - last.x, clientY - last.y) > FAR) offer();
  last = { x: clientX, y: clientY };
}

function away() {
  if (document.activeElement === button && !button.hidden) return offer();
  document.body.toggleAttribute("data-touched", false);
  button.hidden = true;
}

export function offerFullScreen() {
  addEventListener("pointermove", moved);
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, offer);
  button.addEventListener("click", fillScreen);
  onFilled(away);
}
