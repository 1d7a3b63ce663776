// Counts a waiting time down. The page already says until when to wait, so nothing is lost without this.
import { setText } from "../../core/static/set_text.js";

export const shown = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

const began = performance.now();

for (const wait of document.querySelectorAll("[data-countdown]")) {
  const whole = Number(wait.dataset.countdown);
  const digits = wait.querySelector("time");
  const tick = () => {
    const left = Math.max(0, Math.ceil(whole - (performance.now() - began) / 1000));
    setText(digits, shown(left));
    if (left === 0) wait.dataset.state = "alarm";
    else setTimeout(tick, 250);
  };
  tick();
}
