// Dropping from the event on a tablet that is anybody's: whoever drops types their own code. No DOM: a step in, a step out.

export const LETTERS = [..."0123456789ABCDEFGHJKMNPQRSTVWXYZ"]; // those of server/core/keys.py
export const LENGTH = 8;

/** This player drops, or takes it back. */
export const begin = (player, back = false) => ({ at: "leaving-code", player, back, typed: "" });

export const letter = (step, one) => (complete(step) ? step : { ...step, typed: step.typed + one });

export const erase = (step) => ({ ...step, typed: step.typed.slice(0, -1) });

export const complete = ({ typed }) => typed.length === LENGTH;

/** ABCD EF–– as it is printed. */
export function shown({ typed }) {
  const all = typed.padEnd(LENGTH, "–");
  return `${all.slice(0, LENGTH / 2)} ${all.slice(LENGTH / 2)}`;
}
