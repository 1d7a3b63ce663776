// One event, followed: its state as the box says it, and what is drawn of it, asked for whenever it may have changed.
import { follow } from "../../../server/core/static/live.js";

const AGAIN = 3_000;

/**
 * `ask(id)` fetches what is drawn, null if it did not come; without an event there is nothing to ask for.
 * `on.state(said, before)` hears each state before it counts, `on.gone()` that the event is no more; the rest of `on`
 * is for `follow`.
 */
export function followEvent(id, { screen, ask, on }) {
  let asked = 0;
  let got = 0;
  let open = true;
  const stream = { id, as: screen, state: null, data: null, load, close };
  stream.following = follow({ event: id, screen, on: { ...on, state: heard } });

  function heard(said) {
    if (said.gone) return on.gone();
    const before = stream.state || {};
    if (stream.state && on.state) on.state(said, before);
    stream.state = said;
    if (before.revision !== said.revision || before.touch !== said.touch || !stream.data) load();
  }

  /** Asked until it comes: a question that was lost must not leave the picture in the past. */
  async function load() {
    if (!id) return;
    const mine = ++asked;
    const found = await ask(id);
    if (!open || mine < got) return;
    if (found) [stream.data, got] = [found, mine];
    else if (mine === asked) setTimeout(() => open && mine === asked && load(), AGAIN);
  }

  function close() {
    open = false;
    stream.following.close();
  }

  return stream;
}
