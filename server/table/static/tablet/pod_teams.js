// Who plays with whom at a table of several: everyone alone, or in teams A, B and C. Seats are numbers from 0; no DOM.

export const inTeams = ({ pod }) => pod.teams.length > 0;

/** The seats of each side, in the order they sit. */
export function sides({ pod }) {
  const found = new Map();
  pod.sides.forEach((side, seat) => found.set(side, [...(found.get(side) || []), seat]));
  return [...found.values()];
}

/** The seats in the order of a slip: those of a team follow each other. */
export const slipOrder = (match) => sides(match).flat();

/** The seats that play with this one, and itself. */
export const sideWith = ({ pod }, seat) => pod.sides.flatMap((side, each) => (side === pod.sides[seat] ? [each] : []));

/** The seats of a team in the one order in which it is named, whoever of it sits first. */
export function asEntered({ players }, seats) {
  const order = (one, two) => one.length - two.length || (one < two ? -1 : 1);
  return [...seats].sort((one, two) => order(players[one].id, players[two].id));
}

/** Do these two play together? */
export const together = (match, one, two) => match.pod.sides[seatOf(match, one)] === match.pod.sides[seatOf(match, two)];

export const seatOf = (match, id) => match.players.findIndex((player) => player.id === id);

/** Everybody who can confirm what this player told: those of the other sides who are still there. */
export const others = (match, id) => match.players.filter((player) => !together(match, player.id, id) && !match.pod.left.includes(player.id));
