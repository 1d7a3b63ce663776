// What the host has prepared stays ticked after a reload. These are one person's own notes at one device, and nobody
// else waits for them: they stay in this browser, not in the event. A browser that keeps nothing just forgets them.
import { keepValue, keptValue } from "../../core/static/kept.js";

const box = document.querySelector("[data-prepares]");
const key = box && `cinderbox-prepared:${box.dataset.prepares}`;

/** As it was ticked; a tick that is kept is nothing half typed, so that the page still follows the event. */
function show() {
  const ticked = keptValue(key) || [];
  for (const tick of document.querySelectorAll("[data-prepares] input[type=checkbox]")) {
    tick.checked = tick.defaultChecked = ticked.includes(tick.value);
  }
}

document.addEventListener("change", (event) => {
  if (!event.target.matches("[data-prepares] input[type=checkbox]")) return;
  keepValue(key, [...document.querySelectorAll("[data-prepares] input:checked")].map((tick) => tick.value));
  show();
});
document.addEventListener("cinderbox:changed", show);
if (box) show();
