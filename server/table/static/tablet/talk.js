// Talking to the box: JSON there and back. An answer that is a sentence is `Told`; no answer is `Unreachable`, and so is
// one of somebody else.
import { ours } from "../../../core/static/ours.js";

const PATIENCE = 8_000;
let token = document.querySelector('meta[name="csrf-token"]')?.content ?? "";

export class Unreachable extends Error {}

export class Told extends Error {
  constructor(sentence, status) {
    super(sentence);
    this.status = status;
  }
}

/** What the box says to a question. */
export const ask = (path, query = {}) => spoken(`/at-table/${path}?${new URLSearchParams(query)}`, {});

/** What the box says to something it should do. */
export function tell(path, body) {
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  return spoken(`/at-table/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

async function spoken(address, how) {
  const sent = performance.now();
  const [answer, said] = await heard(address, how);
  if (!ours(answer)) throw new Unreachable("somebody else answered");
  if (said?.csrf) token = said.csrf;
  if (answer.ok && said) return { ...said, trip: { sent, got: performance.now() } };
  // Only the box itself gives a reason; anything else (a restart, a proxy) is worth another try.
  if (said?.error && answer.status < 500) throw new Told(said.error, answer.status);
  throw new Unreachable(String(answer.status));
}

async function heard(address, how) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    const answer = await fetch(address, { ...how, signal: patience.signal, cache: "no-store" });
    return [answer, await answer.json().catch(() => null)];
  } catch (why) {
    throw new Unreachable(String(why));
  } finally {
    clearTimeout(timer);
  }
}
