// Time that passes only when told to, and a finger that taps anywhere: for tests/browser/test_random_tapper.py. Runs
// before the page's own scripts.
(() => {
  const real = window.setTimeout.bind(window);
  const ask = window.fetch.bind(window);
  const jobs = new Map();
  let now = 1_000;
  let ids = 0;
  let asked = 0;

  window.performance.now = () => now;
  window.setTimeout = (job, ms = 0, ...rest) => (jobs.set(++ids, { at: now + ms, job: () => job(...rest) }), ids);
  window.setInterval = (job, ms) => (jobs.set(++ids, { at: now + ms, every: ms, job }), ids);
  window.clearTimeout = window.clearInterval = (id) => jobs.delete(id);
  window.fetch = (...what) => ((asked += 1), ask(...what).finally(() => (asked -= 1)));

  const quiet = () => new Promise((done) => real(done, 1));

  /** So many milliseconds pass; what was to happen in them happens. */
  async function pass(ms) {
    const until = now + ms;
    for (;;) {
      const due = [...jobs].filter(([, { at }]) => at <= until).sort(([, one], [, two]) => one.at - two.at)[0];
      if (!due) break;
      const [id, job] = due;
      now = Math.max(now, job.at);
      if (job.every) job.at += job.every;
      else jobs.delete(id);
      job.job();
    }
    now = until;
    await Promise.resolve();
    while (asked) await quiet();
  }

  function touch(x, y) {
    const hit = document.elementFromPoint(x, y) || document.body;
    const how = { bubbles: true, cancelable: true, clientX: x, clientY: y, pointerType: "touch", isPrimary: true };
    hit.dispatchEvent(new PointerEvent("pointerdown", how));
    hit.dispatchEvent(new PointerEvent("pointerup", how));
    const button = hit.closest("button");
    (button || document.body).click(); // an icon in it has no click of its own
    return button && !button.disabled ? button.textContent : "";
  }

  /** Each tap is x and y as parts of the page, and how long nothing happens after it. */
  window.tapped = async (taps) => {
    for (const [x, y, ms] of taps) {
      const screen = document.querySelector("#tablet").dataset.screen;
      keep([screen, touch(x * innerWidth, y * innerHeight), ms]);
      await pass(ms);
    }
  };

  /** What was hit, in order, also on a page that was loaded anew meanwhile. */
  window.hits = () => JSON.parse(sessionStorage.getItem("hits") || "[]");
  const keep = (hit) => sessionStorage.setItem("hits", JSON.stringify([...window.hits(), hit]));
})();
