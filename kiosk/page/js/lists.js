// Pairings, standings and final places: pages that stay long enough to be read, never a scroll.
import { clubOf, h, icon, many, name } from "./h.js";
import { event, foot, head, next, over, pageWords } from "./frame.js";
import { canScan } from "./scan.js";
import { pageOf, pagesOf } from "./choose.js";

const PAIRS = 32;
const PAIRS_AND_FACTIONS = 20; // what is played stands below the name
const PAIRS_AND_LONG_CLUBS = 20; // a club has a line of its own
const CLUB = 16; // letters of a club, with its brackets, that fit beside a name
const FEW = 16; // so few are drawn larger
const SOME = 24;
const ROOMY = 12; // so few that opponents have a line each, and a name three
const ONE_COLUMN = 8; // so few stand in one, with room for whole names
const SINGLE = 6; // so few at tables of several do, too
const AGAINST = 19; // letters of an opponent's name that fit where there are two columns
const LONG = 18; // a name of final places longer than this needs two lines
const WORD = 13; // and a word longer than this, smaller letters
const TALL = [4, 6, 8, 10]; // rows of a column that are drawn as high as there is room
const SIT_DOWN = "Find your table and sit down.";
const DRAWN = "The first of A won the draw and starts. Then B, C, A, B, C, clockwise.";
const TABLES = 16;
const TEAM_TABLES = 10; // three teams need three lines
const FEW_TABLES = 6; // and have room for two lines each
const FITS = 27; // letters of a name at one of few tables
const RANKS = 16;
const FEW_RANKS = 5; // so few in a column that a long name has three
const RANKED = 17; // a name in the standings longer than this needs two lines

export const pairings = {
  // By name first; with more than one table also by table, for those who know theirs.
  pages: (data) => pagesOf(data.pairings.names, perNames(data)) + pagesOf(data.pairings.tables, perPage(data)),
  draw(data, at, page) {
    const byName = pagesOf(data.pairings.names, perNames(data));
    return page < byName ? namePage(data, at, page, byName) : tablePage(data, at, page - byName);
  },
};

const inTeams = ({ pairings: { tables } }) => tables.some(({ teams }) => teams);
const withFactions = ({ pairings: { names } }) => names.some(({ faction }) => faction);
const manyAgainst = ({ pairings: { names } }) => names.some(({ against }) => against && against.length > 1);

const isDuels = (data) => !manyAgainst(data) && !inTeams(data) && !withFactions(data);

/** Several opponents need room for whole names: fewer to a page, and the pages alike. */
function perNames(data) {
  const all = data.pairings.names.length;
  const most = single(data) ? SINGLE : data.pairings.names.some((row) => threeLines(row.name)) ? ROOMY : FEW;
  if (manyAgainst(data) && !inTeams(data)) return Math.ceil(all / Math.max(1, Math.ceil(all / most)));
  if (isDuels(data) && all > PAIRS_AND_LONG_CLUBS && withLongClubs(data)) return Math.ceil(all / Math.ceil(all / PAIRS_AND_LONG_CLUBS));
  return withFactions(data) ? PAIRS_AND_FACTIONS : PAIRS;
}

/** A club that tells two of one name apart and does not fit beside it: its second line needs higher rows. */
const withLongClubs = ({ pairings: { names } }) => names.some(({ name: who }) => (clubOf(who) || "").length > CLUB);

/** In one column, where few are left, or where two such pages name everybody whole. */
function single(data) {
  const { names } = data.pairings;
  if (!manyAgainst(data) || inTeams(data)) return false;
  return names.length <= SINGLE || (names.length <= 2 * SINGLE && names.some((row) => row.name.length > AGAINST));
}

const perPage = (data) => (inTeams(data) ? TEAM_TABLES : TABLES);

function namePage(data, at, page, pages) {
  const rows = pageOf(data.pairings.names, perNames(data), page);
  const one = single(data);
  const half = one ? rows.length : Math.ceil(rows.length / 2);
  const size = { "data-size": rows.length <= FEW ? "few" : rows.length <= SOME ? "some" : null };
  const teams = { "data-teams": inTeams(data), "data-factions": withFactions(data) };
  const room = roomy(data, rows) ? Math.max(4, half) : null;
  const tall = (isDuels(data) && TALL.find((most) => half <= most)) || null; // so few fill the screen
  const clubs = tall !== null && withLongClubs(data);
  const column = (part) =>
    h("div", h("div.w-colhead", { ...teams, "data-tall": tall, "data-clubs": clubs, "data-roomy": room, "data-single": one }, h("span", "You"), h("span", inTeams(data) ? "Partner" : manyAgainst(data) ? "Opponents" : "Opponent"), h("span", "Table")), h("ol.w-pair", { ...size, ...teams, "data-roomy": room, "data-tall": tall, "data-clubs": clubs, "data-single": one }, ...part.map(pair)));
  return [
    head(`${data.round.name}: find your table`, at, { beside: event(data) }),
    h("section.w-cols", { "data-one": one }, column(rows.slice(0, half)), rows.length > half ? column(rows.slice(half)) : !one && h("div")),
    foot(SIT_DOWN, pageWords(rows, page, pages) || counts(data)),
  ];
}

function pair(row) {
  if (row.table == null) return h("li", { "data-long": longest(row.name) > WORD }, name(row.name, ".me.two"), h("span.op", "Bye, a win"), h("span.t", "–"));
  if (row.partner) return h("li", name(row.name, ".me.two"), h("span.op", name(row.partner.join(", "), ".two")), h("span.t", row.table, h("small", row.seat)));
  const against = row.against.length > 1 ? several(row.against) : name(row.against.join(", "), ".two");
  return h("li", { "data-long": longest(row.name) > WORD }, row.faction ? brings(row.name, row.faction, ".me") : name(row.name, ".me.two"), h("span.op", "v ", against), h("span.t", row.table));
}

/** Few, at tables of several: a line for each opponent, and up to three for one's own name. */
const roomy = (data, rows) => rows.length <= ROOMY && manyAgainst(data) && !inTeams(data);

const threeLines = (text) => longest(text) > WORD && text.length > 2 * WORD;
const longest = (text) => Math.max(...text.split(/\s+/).map((word) => word.length));

/** Everybody else at a table of several: lines end between two names, never inside one. */
const several = (names) => h("span.w-against", { "data-many": names.length > 2 }, ...names.map((who) => name(who)));

function tablePage(data, at, page) {
  const pages = pagesOf(data.pairings.tables, perPage(data));
  const rows = pageOf(data.pairings.tables, perPage(data), page);
  const half = Math.ceil(rows.length / 2);
  const few = rows.length <= FEW_TABLES && !withFactions(data);
  const column = (part) => h("ol.w-bytable", { "data-teams": inTeams(data), "data-size": few ? "few" : null, "data-rows": few ? half : null }, ...part.map((row) => h("li", { "data-long": few && row.players.some((who) => who.length > FITS) }, h("span.t", row.table), h("div", ...seated(row)))));
  const byes = data.pairings.byes.length ? `Bye: ${data.pairings.byes.join(", ")}` : "";
  return [
    head(`${data.round.name}: by table`, at, { beside: event(data) }),
    h("section.w-cols", column(rows.slice(0, half)), column(rows.slice(half))),
    foot(byes || (inTeams(data) ? DRAWN : SIT_DOWN), pages > 1 ? `Tables ${rows[0].table}–${rows[rows.length - 1].table}, page ${page + 1} of ${pages}` : counts(data)),
  ];
}

/** Everybody at a table, with what they play; or its teams, each behind its letter. */
const seated = ({ players, teams, factions = [] }) => (teams ? teams.map(({ letter, players: two }) => h("span.w-team", h("b", letter), team(two))) : players.map((who, i) => (factions[i] ? brings(who, factions[i]) : name(who))));

/** A name, and below it the faction of this round. */
const brings = (who, faction, more = "") => h("span.w-brings", name(who, more), h("bdi.w-faction", { dir: "auto" }, faction));

/** Both of a team. */
const team = (players) => h("span.w-both", name(players[0]), ...players.slice(1).map((who) => [" ", h("span.w-and", "& ", name(who))]));

function counts(data) {
  const players = data.pairings.names.length;
  const tables = data.pairings.tables.length;
  return `${many(players, "player")}, ${many(tables, "table")}`;
}

export const standings = {
  pages: (data) => sections(data).length,
  draw(data, at, page) {
    const found = sections(data);
    if (!found.length) return [head("Standings", at, { beside: event(data) }), h("section.w-loud", h("p", "No round has been played yet."))];
    const { table, rows, number, of } = found[page];
    const half = of === 1 && rows.length <= ONE_COLUMN ? rows.length : Math.ceil(rows.length / 2);
    const title = data.standings.title + (table.group ? `, group ${table.group}` : "");
    const changed = data.standings.amended ? (at.known ? `Amended ${at.wallTime(Date.parse(data.standings.amended))}. ` : "Amended. ") : "";
    return [
      head(title, at, { beside: event(data), state: next(data, at) || over(data, at) }),
      h("section.w-cols", { "data-one": rows.length === half }, column(table, rows.slice(0, half)), rows.length > half && column(table, rows.slice(half))),
      foot([changed, top(data), goesOn(data), table.group || !canScan(at) ? "" : WHY], of > 1 ? `Page ${number} of ${of}` : ""),
    ];
  },
};

const sections = (data) => paged(data.standings ? data.standings.tables : []);

function paged(tables) {
  return tables.flatMap((table) => {
    const of = pagesOf(table.rows, RANKS);
    return Array.from({ length: of }, (_, page) => ({ table, rows: pageOf(table.rows, RANKS, page), number: page + 1, of }));
  });
}

const WHY = "How ties were broken: see your phone.";

const goesOn = ({ standings: { goes_on: words } }) => words && [icon("check"), ` ${words}. `];

const top = ({ standings: { line } }) => (line ? `${line}, to the dashed line. ` : "");

function column(table, rows) {
  const shown = table.columns.slice(0, 2);
  const kind = { "data-columns": shown.length, "data-drawn": drawn(table) };
  return h(
    "div",
    h("div.w-standhead", kind, h("span"), h("span"), h("span", rows.some((row) => row.team) ? "Team" : "Player"), drawn(table) && h("span", "Rank so far"), h("span", table.record), ...shown.map((short) => h("span", short))),
    h("ol.w-stand", { "data-size": rows.length <= FEW_RANKS && !drawn(table) ? "few" : null }, ...rows.map((row) => rank(row, shown.length))),
  );
}

function rank(row, columns) {
  return h(
    "li",
    { "data-columns": columns, "data-drawn": Boolean(row.picture), "data-out": row.out || null, "data-cut": row.cut, "data-team": Boolean(row.team), "data-long": !row.team && row.name.length > RANKED },
    h("span.r", { "data-size": row.place > 99 ? "small" : null }, row.place == null ? "–" : row.place),
    moved(row.move),
    h("span.who", row.team ? team(row.team) : name(row.name, row.picture ? ".two" : ""), row.goes_on && icon("check"), row.out && h("small", row.out)),
    row.picture && picture(row.picture),
    h("span.v", { "data-first": true }, row.record),
    ...row.numbers.slice(0, columns).map((number) => h("span.v", number)),
  );
}

const drawn = (table) => table.rows.some((row) => row.picture);

/** Ranks event by event, the last is today's: up is better. */
const picture = ({ line, dots }) =>
  h("svg.w-path", { viewBox: "0 0 72 24", "aria-hidden": "true" }, h("path", { d: line }), ...dots.map(([x, y], i) => h("circle", { cx: x, cy: y, r: i === dots.length - 1 ? 3.5 : 1.5 })));

function moved(move) {
  if (!move) return h("span.m", move === 0 ? "=" : "");
  return h("span.m", { "data-move": move > 0 ? "up" : "down" }, icon(move > 0 ? "up" : "down"), Math.abs(move));
}

/** Over many events: every series this event is in, one after the other. */
export const ranking = {
  key: (data) => JSON.stringify(data.ranking), // it changes with other events, too
  pages: (data) => paged(data.ranking).length,
  draw(data, at, page) {
    const { table, rows, number, of } = paged(data.ranking)[page];
    const half = of === 1 && rows.length <= ONE_COLUMN ? rows.length : Math.ceil(rows.length / 2);
    return [
      head(table.title, at, { beside: event(data) }),
      h("section.w-cols", { "data-one": rows.length === half }, column(table, rows.slice(0, half)), rows.length > half && column(table, rows.slice(half))),
      foot(`${table.rows.some((row) => row.cut) ? "Playoff: to the dashed line. " : ""}Lines: the rank after each event.`, of > 1 ? `Page ${number} of ${of}` : ""),
    ];
  },
};

export const places = {
  pages: (data) => pagesOf(data.places, 16),
  draw(data, at, page) {
    const rows = pageOf(data.places, 16, page);
    const half = Math.ceil(rows.length / 2);
    const list = (part) =>
      h("ol.w-places", ...part.map((row) => h("li", { "data-first": row.place === 1, "data-long": row.name.length > LONG }, h("span.r", row.place), row.team ? team(row.team) : name(row.name, ".two"), h("span.p", row.prize || row.note))));
    return [
      head("Final places", at, { beside: event(data) }),
      h("section.w-cols", list(rows.slice(0, half)), list(rows.slice(half))),
      foot(data.cards_back || "Thank you for playing.", this.pages(data) > 1 ? `Page ${page + 1} of ${this.pages(data)}` : ""),
    ];
  },
};
