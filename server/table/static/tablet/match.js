// The match as the box last told it, and the step that was begun here: the same on the table's tablet and on a phone.
import { IDLE } from "./steps.js";
import { load, save } from "./store.js";

/** A `look()` that asks the box, then draws. What changes while it answers is asked for again: the answer may be older. */
export function looking(askOnce, draw) {
  let busy = false;
  let again = false;
  return async () => {
    again = busy;
    if (busy) return;
    busy = true;
    do {
      again = false;
      await askOnce();
    } while (again);
    busy = false;
    draw();
  };
}

/** Is this answer of an earlier time than the one that is known? */
export function older(match, known) {
  if (!known) return false;
  const [epoch, seq] = order(match);
  const [knownEpoch, knownSeq] = order(known);
  return epoch < knownEpoch || (epoch === knownEpoch && seq < knownSeq);
}

/** This match is the one at the table. A step of another round, or of other people, is forgotten. */
export function attend(now, match, kept) {
  const key = [match.event, match.round, match.table, ...match.players.map((player) => player.id)].join("/");
  if (now.key !== key) Object.assign(now, { key, step: load(`${kept}:${key}`) ?? IDLE });
  now.match = match;
  now.undoUntil = match.undo_ms ? performance.now() + match.undo_ms : 0;
}

/** Can what was recorded here last still be undone here? */
export const canUndo = (now) => now.undoUntil > performance.now();

/** The step that is on, kept through a reload. */
export function keepStep(now, step, kept) {
  now.step = step;
  save(`${kept}:${now.key}`, step.at === "idle" ? null : step);
}

/** What the box refused, to be read until somebody has. */
export function keepNotice(now, sentence) {
  now.notice = sentence;
  save("notice", sentence);
}

const order = ({ revision }) => revision.split(".").map(Number);
