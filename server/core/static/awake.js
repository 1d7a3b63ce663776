// A screen that stays on: by the browser's own wake lock where there is one (https, or the box itself), and else by a video
// that is black and silent. Browsers keep a screen awake beside a video with sound that somebody has started by a tap;
// WebKit only beside one that does not loop by itself. Where neither works, the device's own setting has to do.

const TOUCHES = ["click", "touchend", "keydown"];

/** From now on. `video` is {mp4, webm}: where they are. */
export function stayAwake(video) {
  if (navigator.wakeLock) return holdLock();
  if (!video.mp4) return;
  const shown = black(video);
  document.body.append(shown);
  play(shown);
  for (const kind of TOUCHES) addEventListener(kind, () => loudly(shown));
  document.addEventListener("visibilitychange", () => !document.hidden && play(shown));
}

/** A lock is gone whenever the page is out of sight. */
function holdLock() {
  const ask = () => {
    if (!document.hidden) navigator.wakeLock.request("screen").catch(() => {}); // an empty battery may say no
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}

/** Nobody has touched the screen yet: without sound a video may begin all the same. */
function black({ mp4, webm }) {
  const video = document.createElement("video");
  video.className = "awake";
  video.muted = true;
  video.setAttribute("playsinline", "");
  video.setAttribute("aria-hidden", "true");
  video.tabIndex = -1;
  for (const [type, src] of [["video/mp4", mp4], ["video/webm", webm]]) {
    const source = document.createElement("source");
    source.type = type;
    source.src = src;
    video.append(source);
  }
  video.addEventListener("timeupdate", () => {
    if (video.currentTime > video.duration / 2) video.currentTime = 0;
  });
  video.addEventListener("ended", () => play(video));
  return video;
}

function loudly(video) {
  if (!video.muted && !video.paused) return;
  video.muted = false;
  play(video);
}

function play(video) {
  const begun = video.play();
  if (begun) begun.catch(() => {}); // not before somebody touches the screen
}
