// What this browser keeps for us. One that keeps nothing (a private window, a full disk) still works until it is closed.

/** What is kept under this name; null if nothing is. */
export function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keep a text under this name; null forgets it. */
export function keep(key, text) {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Then it is asked or made anew after the next reload.
  }
}

/** What was kept as JSON; null if it is nothing, or not ours. */
export function keptValue(key) {
  try {
    return JSON.parse(kept(key));
  } catch {
    return null;
  }
}

export const keepValue = (key, value) => keep(key, value === null ? null : JSON.stringify(value));
