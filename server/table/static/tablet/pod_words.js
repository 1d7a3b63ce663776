// What is said about a table of several, always with the people's real names.
import { called, counted, h, icon, name } from "./dom.js";
import { won } from "./pod_steps.js";
import { asEntered, inTeams, seatOf, sides, sideWith } from "./pod_teams.js";

const many = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
const PLACES = ["", "1st", "2nd", "3rd", "4th", "5th", "6th"];

/** Every side as it sits, with the games it has won. */
export const seats = (match) =>
  sides(match).map((side) => line(sideNamed(match, side), sideWords(match, side), null, !stillHere(match, side).length));

const stillHere = ({ players, pod }, side) => side.filter((seat) => !pod.left.includes(players[seat].id));

function sideWords(match, side) {
  const here = stillHere(match, side);
  if (!here.length) return goneWords(match, side);
  const count = match.pod.wins[match.players[side[0]].id];
  const alone = here.length < side.length ? [called(match.players[here[0]]), " plays on alone"] : "";
  if (count) return [icon("cup"), many(count, "game")];
  return inTeams(match) ? alone : `seat ${side[0] + 1}`;
}

/** Why nobody of a side is at the table. */
export const goneWords = (match, side) => (absent(match, side) ? "did not come" : side.length > 1 ? "have left" : "has left");

const absent = ({ players, pod }, side) => side.every((seat) => pod.absent.includes(players[seat].id));

/** Who won the draw for the first seat; nothing where the table draws cards itself, or once a game is in. */
export function drawn({ players, pod }) {
  if (pod.first === null || pod.games.length) return null;
  const first = called(players.find(({ id }) => id === pod.first));
  return h("p", { class: "t-drawn" }, first, ` won the draw, sits first and starts. Clockwise: ${pod.seats.join(", ")}.`);
}

/** Game 1 went to Dori. First to two games wins the table. */
export const soFar = (match) => [...went(match), "First to two games wins the table."];

/** Game 1 went to Dori. */
export function went(match) {
  const { pod } = match;
  const winner = (game) => sideCalled(match, sideWith(match, seatOf(match, game.winner)));
  const ended = (game, i) => (game.winner === null ? [`Game ${i + 1} was stopped.`] : [`Game ${i + 1} went to `, winner(game), "."]);
  return pod.games.flatMap((game, i) => [h("span", { class: "t-went" }, ended(game, i)), " "]);
}

/** Everybody's numbers in a version of a game, the winner marked with cup and words. */
export function countRows(match, { winner, realms }) {
  const first = seatOf(match, winner);
  return sides(match).map((seats) => {
    const side = asEntered(match, seats);
    const total = side.reduce((sum, seat) => sum + realms[seat], 0);
    const parts = side.length > 1 ? side.map((seat) => realms[seat]).join(" + ") : "";
    return line(
      sideNamed(match, side),
      [won(first, side[0], match) ? [icon("cup"), "won this game"] : "", parts && h("span", { class: "num" }, parts)],
      h("b", { class: "num", "aria-label": counted(match.game, total) }, String(total)),
    );
  });
}

/** Nguyễn won game 2; or time was called in it. */
export const gameStory = (match, { winner }) =>
  winner === null ? [`Time was called in game ${match.pod.number}.`] : [...sideCalled(match, sideWith(match, seatOf(match, winner))), ` won game ${match.pod.number}.`];

/** Has time been called at this table? A tablet knows it to the second, a phone when it looks. */
export const timeIsUp = ({ match, timeUp }) => timeUp ?? match.pod.called;

/** What to do then, in the words of the game. */
export const countWords = ({ game }) => `Count your ${game.exactly}`;

/** On the button of whoever confirms. */
export const saysYes = (player) => h("span", {}, called(player), ": yes, correct");

/** Every side by place, with the points of the round for each of it. */
export function games(match) {
  const of = Object.fromEntries(match.pod.places.map((each) => [each.player, each]));
  const placed = sides(match).map((side) => [side, of[match.players[side[0]].id]]);
  return placed.sort((one, two) => one[1].place - two[1].place).map(([side, { place, how }]) =>
    line(
      sideNamed(match, side),
      absent(match, side) ? goneWords(match, side) : [place === 1 ? [icon("cup"), side.length > 1 ? "win the table" : "wins the table"] : PLACES[place], how ? `, ${how}` : ""],
      h("b", { class: "num" }, side.length > 1 ? bothScore(match, side, of) : many(of[match.players[side[0]].id].points, "point")),
    ),
  );
}

/** 4 points each; or one after the other, where somebody did not come. */
function bothScore(match, side, of) {
  const points = side.map((seat) => of[match.players[seat].id].points);
  return points.every((each) => each === points[0]) ? `${many(points[0], "point")} each` : points.map((each) => many(each, "point")).join(", ");
}

const line = (who, words, figure = null, left = false) => h("li", { "data-left": left }, who, h("small", {}, words), figure);

/** A side in a sentence: Ana & Ben. */
const sideCalled = (match, seats) => asEntered(match, seats).flatMap((seat, i) => (i ? [" & ", called(match.players[seat])] : [called(match.players[seat])]));

/** A side on a row of its own: its letter, and both names. */
function sideNamed(match, seats) {
  if (seats.length === 1) return name(match.players[seats[0]], false);
  return h("span", { class: "t-side" }, letter(match, seats[0]), h("span", { class: "t-both" }, sideCalled(match, seats)));
}

export const letter = ({ pod }, seat) => h("b", { class: "letter" }, pod.teams[seat]);
