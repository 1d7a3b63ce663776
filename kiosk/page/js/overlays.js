// What lies over a video: each draws one element, or nothing while there is nothing to say.
import { remainingAt } from "../../../server/core/static/clock.js";
import { drawn } from "./bracket.js";
import { h, icon, name } from "./h.js";
import { phaseOf, write } from "./round.js";

const LONG = 16; // letters: from here on a name is set smaller
const LONGEST = 26;

export const clock = {
  draw(data, at) {
    const phase = phaseOf(at);
    if (phase === "none" || phase === "ended" || !data.round) return null;
    const left = remainingAt(at.state.clock, at.serverNow);
    const timed = data.plan.kind === "timed" && left !== null;
    const digits = timed && phase !== "called" && h("p.s-digits.num", { role: "timer", "data-digits": true });
    if (digits) write(digits, left);
    const words = phase === "paused" ? [icon("pause"), "Paused"] : phase === "not-started" && timed && "Not started";
    return h("section.s-clock", { "data-state": phase }, h("p.s-where", data.round.name), digits || h("p.s-call", data.plan.called), words && h("p.s-words", words));
  },
  tick(root, at) {
    const digits = root.querySelector("[data-digits]");
    if (digits) write(digits, remainingAt(at.state.clock, at.serverNow));
  },
};

export const match = {
  draw(data, at) {
    const round = data.rounds[data.rounds.length - 1];
    const found = round && round.matches.find((each) => each.table === at.table);
    if (!found) return null;
    const sides = sidesOf(found, round.stage === "bracket" ? { names: data.names, records: {} } : data);
    const longest = Math.max(...sides.flatMap(({ names }) => names.map((each) => each.length)));
    return h(
      "section.s-match",
      { "data-sides": sides.length, "data-length": longest > LONGEST ? "longest" : longest > LONG ? "long" : null },
      h("p.s-where", `${round.name[0].toUpperCase()}${round.name.slice(1)} · Table ${at.table}`),
      h("ol", ...sides.map(sideOf)),
    );
  },
};

/** Whoever plays together stands together; with what they brought, how they stand, and how it ended. */
function sidesOf({ players, teams, factions, winner, blood, places }, { names, records }) {
  return (teams || players.map((player) => [player])).map((side) => {
    const seat = players.indexOf(side[0]);
    const told = [factions && factions[seat], records[side[0]]].filter(Boolean).join(" · ");
    const score = blood ? blood[seat] : places ? `${places[seat]}.` : "";
    return { names: side.map((player) => names[player] || player), told, score, state: winner == null ? null : side.includes(winner) ? "won" : "lost" };
  });
}

const sideOf = ({ names, told, score, state }) =>
  h("li", { "data-state": state }, h("div", ...names.map((each) => name(each)), told && h("small.num", told)), state === "won" && icon("check"), score !== "" && h("b.num", score));

export const bracket = {
  draw({ bracket: found }) {
    if (!found) return null;
    return h(
      "section.s-bracket",
      h("h1", found.champion ? ["Champion: ", name(found.champion)] : found.title),
      h("div.w-bracket", { "data-size": found.size > 8 ? "large" : null }, ...drawn(found.columns, found.size > 8 ? "video" : "whole")),
    );
  },
};
