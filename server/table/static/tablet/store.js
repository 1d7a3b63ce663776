// What this tablet remembers by itself: through a reload, a closed lid, an empty battery.
import { keepValue, keptValue } from "../../../core/static/kept.js";

const PREFIX = "cinderbox:";

export const load = (key) => keptValue(PREFIX + key);

/** Keep a value; null forgets it. */
export const save = (key, value) => keepValue(PREFIX + key, value);

/** Forget everything under this beginning, except one key. */
export function forget(beginning, except) {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX + beginning) && key !== PREFIX + except) localStorage.removeItem(key);
    }
  } catch {
    /* storage is forbidden: there is nothing to forget */
  }
}

/** Whether this browser keeps anything at all: a private window may not. */
export function keeps() {
  try {
    localStorage.setItem(`${PREFIX}try`, "1");
    localStorage.removeItem(`${PREFIX}try`);
    return true;
  } catch {
    return false;
  }
}

/** A new id for a request, so that sending it twice is asking once. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
