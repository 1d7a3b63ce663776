// Telling a result, step by step. No DOM, no network: a step in, a step out. `send` is set once there is something to
// send: a list of versions, each with the player who tells it.
//
//   idle → who → (early) → wounds → (sure) → (how) → confirm        the first version, told on the tablet
//   who … with `by`: one player's own version             after "No", or "Change mine"

export const IDLE = { at: "idle" };

const MOST_DIGITS = 4;

/** Somebody tells what happened; with `by` it is that player's own version, with `first` beside one not yet sent. */
export const begin = (by = null, first = null) => ({ at: "who", by, first });

export const won = (step, winner) => ({ ...asked(step), at: "wounds", winner, draw: false, typed: [""], which: 0 });

/** A draw; where time is not called yet (`up`) and only the end of time makes one, it is asked about first. */
export const draws = (step, match, up) =>
  match.game.early_draw && !up ? { ...asked(step), at: "early" } : drawn(step);

export const drawn = (step) => ({ ...asked(step), at: "wounds", winner: null, draw: true, typed: ["", ""], which: 0 });

/** One more digit; one that would make the number impossible is refused, and said so. */
export function digit(step, figure, game) {
  const typed = String(Number(step.typed[step.which] + figure));
  const tooMuch = Number(typed) > game.most || typed.length > MOST_DIGITS;
  return tooMuch ? { ...step, tooMuch } : { ...step, tooMuch, typed: replaced(step.typed, step.which, typed) };
}

export function erase(step) {
  const typed = step.typed[step.which].slice(0, -1);
  return { ...step, tooMuch: false, typed: replaced(step.typed, step.which, typed) };
}

/** On from the number: to the other number of a draw, to a question, or to the end. Nothing typed is not 0. */
export function next(step, match) {
  if (step.typed[step.which] === "") return step;
  if (step.which + 1 < step.typed.length) return { ...step, which: step.which + 1, tooMuch: false };
  return doubted(step, match).length > 0 ? { ...step, at: "sure" } : afterWounds(step, match);
}

/** Those whose side has more on it than it survives, each with how many. */
export function doubted(step, match) {
  const sides = step.draw ? match.players : match.players.filter((p) => p.id === step.winner);
  return sides
    .map((side, place) => ({ side, typed: Number(step.typed[place]) }))
    .filter(({ side, typed }) => typed > side.ask_above);
}

/** Yes, so many. */
export const sure = (step, match) => afterWounds(step, match);

/** How a match ended whose loser is out of time: played, or flag. */
export const ended = (step, how, match) => finished({ ...step, how }, match);

/** The other player says no, and tells their own version. */
export const no = (step, match) => ({ ...begin(confirmer(step.version, match).id, step.version), before: step });

export function back(step) {
  if (step.at === "early") return { ...asked(step), at: "who" };
  if (step.at === "sure" || step.at === "how" || step.at === "confirm") return { ...step, at: "wounds" };
  if (step.at === "wounds") return step.which ? { ...step, which: 0 } : { ...asked(step), at: "who" };
  return step.before ?? IDLE;
}

/** Who tells the first version on a shared tablet: whoever won, in a draw the first one. */
export const teller = (version, match) => match.players.find((p) => p.id === version.winner) ?? match.players[0];

/** Who has to confirm it. */
export const confirmer = (version, match) => match.players.find((p) => p.id !== teller(version, match).id);

/** Both players say the same. */
export const bothSay = (version, match) => match.players.map(({ id }) => ({ player: id, ...version }));

/** What the box knows of a version or a result, in the shape told here. */
export const versionOf = ({ winner, draw, on, how }, match) =>
  draw
    ? { winner: null, draw, on, how }
    : { winner, draw, wounds: on[match.players.findIndex((p) => p.id === winner)], how };

const asked = ({ by = null, first = null, before = null }) => ({ by, first, before });

const replaced = (list, place, value) => list.map((each, i) => (i === place ? value : each));

function afterWounds(step, match) {
  const loser = match.players.find((p) => p.id !== step.winner);
  return !step.draw && loser.flagged ? { ...step, at: "how" } : finished({ ...step, how: "played" }, match);
}

function finished(step, match) {
  const version = told(step);
  if (!step.by) return { ...step, at: "confirm", version };
  const mine = { player: step.by, ...version };
  if (!step.first) return { ...IDLE, send: [mine] };
  return { ...IDLE, send: [{ player: teller(step.first, match).id, ...step.first }, mine] };
}

function told({ winner, draw, typed, how }) {
  const numbers = typed.map(Number);
  return draw ? { winner: null, draw, on: numbers, how } : { winner, draw, wounds: numbers[0], how };
}
