// The whole screen, without the browser's bars, where the browser can do it and has not done it yet.

const root = document.documentElement;
const enter = root.requestFullscreen || root.webkitRequestFullscreen;
const ALONE = ["fullscreen", "standalone"].map((mode) => matchMedia(`(display-mode: ${mode})`));

/** Whether a button makes sense: not in a window that has no bars, and not on an iPhone, which has no such thing. */
export function canFill() {
  const full = document.fullscreenElement || document.webkitFullscreenElement;
  return Boolean(enter) && !full && !navigator.standalone && !ALONE.some((mode) => mode.matches);
}

export function fillScreen() {
  const begun = enter.call(root);
  if (begun) begun.catch(() => {}); // somebody forbade it: the button stays
}

/** Told whenever it may have become another answer. */
export function onFilled(changed) {
  for (const kind of ["fullscreenchange", "webkitfullscreenchange"]) document.addEventListener(kind, changed);
}
