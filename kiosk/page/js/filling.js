// A wall is a picture without a pointer. Whoever moves the mouse or touches it gets one, and a button for the whole screen.
import { canFill, fillScreen, onFilled } from "../../../server/core/static/full_screen.js";

const SHOWN = 6_000;
const button = document.querySelector(".w-full");
let timer = 0;

function offer() {
  document.body.toggleAttribute("data-touched", true);
  button.hidden = !canFill();
  clearTimeout(timer);
  timer = setTimeout(away, SHOWN);
}

function away() {
  if (document.activeElement === button && !button.hidden) return offer();
  document.body.toggleAttribute("data-touched", false);
  button.hidden = true;
}

export function offerFullScreen() {
  for (const kind of ["pointermove", "pointerdown", "keydown"]) addEventListener(kind, offer);
  button.addEventListener("click", fillScreen);
  onFilled(away);
}
