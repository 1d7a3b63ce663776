// What is said about a table of several, always with the people's real names.
import { called, counted, h, icon, name } from "./dom.js";
import { won } from "./pod_steps.js";

const many = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
const seatOf = (match, id) => match.players.findIndex((player) => player.id === id);
const PLACES = ["", "1st", "2nd", "3rd", "4th", "5th", "6th"];

/** Everybody in seat order with the games they have won. */
export const seats = (match) =>
  match.players.map((player, seat) =>
    line(name(player, false), match.pod.left.includes(player.id) ? "has left" : wonWords(match, player.id, seat)),
  );

function wonWords(match, id, seat) {
  const count = match.pod.wins[id];
  return count ? [icon("cup"), many(count, "game")] : `seat ${seat + 1}`;
}

/** Game 1 went to Dori. First to two games wins the table. */
export function soFar({ players, pod }) {
  const winner = (game) => called(players.find(({ id }) => id === game.winner));
  const ended = (game, i) => (game.winner === null ? [`Game ${i + 1} was stopped.`] : [`Game ${i + 1} went to `, winner(game), "."]);
  const went = pod.games.map((game, i) => [h("span", { class: "t-went" }, ended(game, i)), " "]);
  return [...went.flat(), "First to two games wins the table."];
}

/** Everybody's numbers in a version of a game, the winner marked with cup and words. */
export function countRows(match, { winner, realms }) {
  const first = seatOf(match, winner);
  return match.players.map((player, seat) =>
    line(
      name(player, false),
      won(first, seat, match) ? [icon("cup"), "won this game"] : "",
      h("b", { class: "num", "aria-label": counted(match.game, realms[seat]) }, String(realms[seat])),
    ),
  );
}

/** Nguyễn won game 2; or time was called in it. */
export const gameStory = (match, { winner }) =>
  winner === null ? [`Time was called in game ${match.pod.number}.`] : [called(match.players[seatOf(match, winner)]), ` won game ${match.pod.number}.`];

/** Has time been called at this table? A tablet knows it to the second, a phone when it looks. */
export const timeIsUp = ({ match, timeUp }) => timeUp ?? match.pod.called;

/** What to do then, in the words of the game. */
export const countWords = ({ game }) => `Count your ${game.exactly}`;

/** On the button of whoever confirms. */
export const saysYes = (player) => h("span", {}, called(player), ": yes, correct");

/** Everybody by place, with the points of the round. */
export const games = (match) =>
  match.pod.places.map(({ player, place, points, by_lot }) =>
    line(
      name(match.players[seatOf(match, player)], false),
      [place === 1 ? [icon("cup"), "wins the table"] : PLACES[place], by_lot ? ", by lot" : ""],
      h("b", { class: "num" }, many(points, "point")),
    ),
  );

const line = (who, words, figure = null) => h("li", {}, who, h("small", {}, words), figure);
