// What was decided here and has not reached the box yet. Kept through a reload, sent in order, each exactly once: the
// request id stays the same however often it is tried.
import { load, newId, save } from "./store.js";
import { Told, tell } from "./talk.js";

const AGAIN = 2_000;
const UNKNOWN_DEVICE = 401;

/** `on.delivered(item, answer)`, `on.refused(item, sentence)`, `on.turnedAway()`, `on.changed()` */
export function outbox(on) {
  let items = load("outbox") ?? [];
  let busy = false;
  let timer = 0;
  let failing = false; // the last try got no answer

  function add(path, body) {
    items.push({ path, body: { ...body, request_id: newId() } });
    keep();
    send();
  }

  async function send() {
    clearTimeout(timer);
    if (busy) return;
    busy = true;
    while (items.length && (await sendOne(items[0])));
    busy = false;
    if (items.length) timer = setTimeout(send, AGAIN * (0.8 + Math.random() * 0.4));
  }

  /** True if the box has answered, whatever it said. */
  async function sendOne(item) {
    try {
      const answer = await tell(item.path, item.body);
      failing = false;
      drop(item);
      on.delivered(item, answer);
      return true;
    } catch (why) {
      const answered = why instanceof Told;
      failing = !answered;
      if (!answered) return on.changed(), false;
      if (why.status === UNKNOWN_DEVICE) return on.turnedAway(why.message), false;
      drop(item);
      on.refused(item, why.message);
      return true;
    }
  }

  function drop(item) {
    items = items.filter((each) => each !== item);
    keep();
  }

  function keep() {
    save("outbox", items.length ? items : null);
    on.changed();
  }

  return { add, send, waiting: () => items, failing: () => failing && items.length > 0 };
}
