// What is said about a match, always with the people's real names. A sentence is a list of texts and names.
import { called, counted } from "./dom.js";

const otherOf = (match, id) => match.players.find((p) => p.id !== id);
const winnerOf = (match, version) => match.players.find((p) => p.id === version.winner);

/** The question to the player who has to confirm, from where they sit. */
export function question(match, version, id) {
  const other = otherOf(match, id);
  const { thing } = match.game;
  if (version.draw) {
    const seat = match.players.findIndex((p) => p.id === id);
    return [`A draw, with ${counted(match.game, version.on[seat])} on your ${thing} and ${version.on[1 - seat]} on `, called(other), "’s. Correct?"];
  }
  const late = version.how === "flag" ? " on time" : "";
  const told = counted(match.game, version.wounds);
  if (version.winner === id) return [`You won${late} with ${told} on your ${thing}. Correct?`];
  return [called(other), ` won${late} with ${told} on their ${thing}. Correct?`];
}

/** A player's version in that player's own words. */
export function story(match, version, id) {
  const thing = match.game.thing;
  const late = version.how === "flag" ? " on time" : "";
  if (version.draw) {
    const seat = match.players.findIndex((p) => p.id === id);
    const mine = counted(match.game, version.on[seat]);
    return [`“A draw, with ${mine} on my ${thing} and ${version.on[1 - seat]} on `, called(otherOf(match, id)), "’s.”"];
  }
  if (version.winner === id) return [`“I won${late}, with ${counted(match.game, version.wounds)} on my ${thing}.”`];
  return ["“", called(winnerOf(match, version)), ` won${late}, with ${counted(match.game, version.wounds)} on their ${thing}.”`];
}

/** Under each name of a score: won, lost, draw. */
export function outcome(version, id) {
  if (version.draw) return "draw";
  if (version.winner === id) return "won";
  return version.how === "flag" ? "lost on time" : "lost";
}

/** What both scored in seat order. */
export function blood(match, version) {
  if (version.blood) return version.blood;
  if (version.draw) return [version.on[1], version.on[0]];
  return match.players.map(({ id }) => (id === version.winner ? match.game.win_blood : version.wounds));
}

/** What comes after this round, as a heading. `minutes` is null where nobody can know. In a bracket only the winner goes on. */
export function comingUp({ next, players }, minutes) {
  if (next.through) return [called(players.find(({ id }) => id === next.through.player)), ` is through to ${next.through.to}`];
  if (next.what === "cut") return `The ${next.name || "cut"} comes next`;
  if (next.what === "draft") return `The ${next.name} comes next`;
  if (next.what === "places") return "That was the last round";
  if (minutes === null) return "Next pairings when all tables are done";
  return `Next pairings in about ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
}

export function stillPlaying(out, tables, { next, phones }) {
  const look = next.through ? "" : ` ${lookFor(phones)}`;
  if (!out) return `All results are in.${look}`;
  const many = out === 1 ? "1 table is" : `${out} of ${tables} tables are`;
  return `${many} still playing.${look}`;
}

/** Phones are only spoken of where they find the box. */
export const lookFor = (phones) => `Look for your name on the wall${phones ? " or on your phone" : ""}.`;
