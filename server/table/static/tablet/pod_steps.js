// Telling a game of a table of several, step by step. No DOM, no network: a step in, a step out. `send` is set once
// there is something to send.
//
//   idle → realms → game-confirm           the first version, told on a shared device
//   realms with `by`                       one player's own version
//   realms with `stopped`                  time was called: everybody's numbers, and nobody won

import { inTeams, sides, sideWith, slipOrder } from "./pod_teams.js";

export const idle = { at: "idle" };

/** Somebody tells the game that is on; whoever has left the table has none of what is counted. */
export function begin(match, by = null) {
  const realms = match.players.map(({ id }) => (match.pod.left.includes(id) ? 0 : null));
  return { at: "realms", by, number: match.pod.number, realms, winner: null, seat: nextSeat(match, realms) };
}

/** Time is called: the game that is on stops where it is. */
export const stop = (match, by = null) => ({ ...begin(match, by), stopped: true });

/** The numbers alone say who won: only the winner can have so many. In a team, or with other conditions, they do not. */
export const tellsWinner = ({ pod }) => pod.limits.others < pod.limits.least && pod.limits.each >= pod.limits.least;

/** In teams: the next seat without a number, in the order of a slip; -1 once everybody has one. */
function nextSeat(match, realms) {
  const open = slipOrder(match).find((seat) => realms[seat] === null);
  return open === undefined ? -1 : open;
}

/** In teams: this player is asked for. */
export const ask = (step, seat) => ({ ...step, seat });

/** The only team with enough to have won, by its first seat. Where several have, somebody says it. */
function onlyOne(match, realms) {
  const enough = sides(match).filter((side) => side.reduce((sum, seat) => sum + (realms[seat] || 0), 0) >= match.pod.limits.least);
  return enough.length === 1 ? enough[0][0] : null;
}

/** So many for this seat. */
export function tap(step, seat, count, match) {
  const { least } = match.pod.limits;
  const realms = step.realms.map((each, i) => (i === seat ? count : each));
  if (inTeams(match)) {
    const winner = step.stopped ? null : step.named ? step.winner : onlyOne(match, realms);
    return { ...step, realms, winner, seat: nextSeat(match, realms) };
  }
  if (step.stopped || !tellsWinner(match)) return { ...step, realms };
  if (count < least) return { ...step, realms, winner: step.winner === seat ? null : step.winner };
  const others = realms.map((each, i) => (i !== seat && each >= least ? null : each));
  return { ...step, realms: others, winner: seat };
}

/** This seat won, where the numbers do not say it. */
export const crown = (step, seat) => ({ ...step, winner: seat, named: true });

/** Whether this seat is of the side that won. */
export const won = (winner, seat, match) => winner !== null && winner >= 0 && sideWith(match, winner).includes(seat);

/** What is still missing, as a sentence; null if the game can be told. */
export function missing(step, match) {
  const { least, most, others } = match.pod.limits;
  const [, many] = match.game.counted;
  if (step.realms.includes(null)) return `Tap everyone’s ${match.game.exactly}, 0 if there are none.`;
  if (step.stopped) return tooMany(sidesOf(step, match), others) ? `Whoever has more than ${others} ${many} has won. Go back and report the game.` : null;
  if (step.winner === null) return nobodyYet(match, step.realms, least, many);
  const sums = sidesOf(step, match);
  const { [match.pod.sides[step.winner]]: mine, ...rest } = sums;
  if (mine < least || mine > most) return `The winner has ${least === most ? least : `${least} to ${most}`} ${many}.`;
  return tooMany(rest, others) ? `Without winning, ${others} ${many} are the most.` : null;
}

function nobodyYet(match, realms, least, many) {
  if (!inTeams(match)) return tellsWinner(match) ? `Nobody has ${least} ${many} yet.` : "Tap the name of whoever won.";
  const enough = Object.values(sidesOf({ realms }, match)).some((sum) => sum >= least);
  return enough ? "Tap the team that won." : `No team has ${least} ${many} yet.`;
}

/** On to the others; one's own version is sent at once. */
export function next(step, match) {
  if (missing(step, match) !== null) return step;
  const version = { winner: step.stopped ? null : match.players[step.winner].id, realms: step.realms };
  return step.by ? { ...idle, send: [{ player: step.by, ...version }] } : { ...step, at: "game-confirm", version };
}

export const back = (step) => (step.at === "game-confirm" ? { ...step, at: "realms" } : idle);

/** Which screen is on: from what the box knows, what is told here, and what has not been sent. */
export function view(match, step, sent) {
  if (sent) return { screen: "gameKept", sent: sent.body.reports };
  const telling = step.number === match.pod.number;
  if (telling && step.at === "realms" && (step.by || match.step === "playing")) return { screen: "realms" };
  if (telling && step.at === "game-no" && match.step === "one") return { screen: "gameNo", version: match.pod.reports[0] };
  if (match.step === "two") return { screen: "gameVersions" };
  if (match.step === "one") return { screen: "gameConfirm", version: match.pod.reports[0], known: true };
  if (telling && step.at === "game-confirm") {
    return { screen: "gameConfirm", version: { player: teller(step.version, match), ...step.version }, known: false };
  }
  return { screen: "podIdle" };
}

/** Who speaks for what was told together: the winner, or the first who is still there. */
const teller = ({ winner }, { players, pod }) => winner ?? players.find(({ id }) => !pod.left.includes(id)).id;

const tooMany = (sums, most) => Object.values(sums).some((each) => each > most);

function sidesOf(step, { pod }) {
  const sums = {};
  pod.sides.forEach((side, i) => (sums[side] = (sums[side] ?? 0) + step.realms[i]));
  return sums;
}
