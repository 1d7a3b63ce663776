// The end of a day: who meets in the bracket, in large type, with the bracket beside it; and the champion.
import { drawn } from "./bracket.js";
import { head } from "./frame.js";
import { h, icon, name } from "./h.js";
import { linesOf } from "./whole.js";

const SHORT = 14; // letters of a name that fit in one line at full size
const LONG = 26; // and in two lines, somewhat smaller
const MOST = 40; // and in three, smaller still
const WIDE = 53; // rem beside the bracket
const SIZES = { 1: 7.6, 2: 4.6 }; // rem of the letters, by the number of matches
const SCORE = 2; // of these letters: a check and what was scored

/** Those who meet, each match with its table; whoever is through has a check, whoever is out is grey. */
export function matchUps({ duels: { matches } }) {
  const wide = WIDE / (SIZES[matches.length] || 1) - SCORE;
  const lengths = matches.map(({ players }) => lengthOf(players) || (players.every((who) => linesOf(who, wide, 700) === 1) ? null : "long"));
  const length = lengthOf(matches.flatMap(({ players }) => players)) || lengths.find(Boolean) || null;
  return h("ol.w-duels", { "data-matches": matches.length, "data-length": length }, ...matches.map((match, n) => matchUp(match, lengths[n])));
}

/** How long the longest of these names is: nothing, or how much smaller it is drawn. */
export function lengthOf(names) {
  const longest = Math.max(...names.map((who) => who.length));
  if (longest > MOST) return "most";
  if (longest > LONG) return "longest";
  return longest > SHORT ? "long" : null;
}

function matchUp({ table, players, winner, score }, length) {
  const state = (seat) => (winner == null ? null : winner === seat ? "through" : "out");
  const line = (who, seat) => h("p", { "data-state": state(seat) }, name(who), winner === seat && icon("check"), score.length > 0 && h("span.num", score[seat]));
  const both = players.every((who) => who.length > MOST);
  return h("li", { "data-length": length, "data-both": both }, h("span.t", `Table ${table}`), ...players.map(line));
}

/** What the round is a part of: the two rounds that come next, or for the semi-finals and the final these two. */
export function bracketBeside({ bracket, duels: { column } }) {
  const from = Math.max(0, Math.min(column + 1, bracket.columns.length - 2));
  const columns = bracket.columns.slice(from, from + 2);
  return columns.length > 1 ? h("aside.w-bracket.w-beside", ...drawn(columns, "beside")) : null;
}

export const champion = {
  draw(data, at) {
    const { name: who, team, among, day, others } = data.champion;
    return [
      head(data.event.name, at, { beside: `${data.event.ruleset} · ${among} · ${day}` }),
      h(
        "section.w-champion",
        { "data-length": lengthOf(team || [who]), "data-team": Boolean(team) },
        h("svg.w-flame", { viewBox: "7 1.500 10 14.500", "aria-hidden": "true" }, h("path", { d: FLAME })),
        h("h2", team ? "Champions" : "Champion"),
        h("p", ...(team || [who]).map((each) => name(each))),
      ),
      h("footer.w-podium", ...others.map((other) => h("div", h("b.num", other.place), name(other.name)))),
    ];
  },
};

const FLAME = "M12 2c.6 3 4.300 5 4.300 9.200A4.300 4.300 0 0 1 12 15.600a4.300 4.300 0 0 1-4.300-4.400c0-2 .9-3.200 1.900-4.300.2 1.100.7 1.700 1.300 2C10.800 6.500 11 4 12 2z";
