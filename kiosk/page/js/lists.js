// Pairings, standings and final places: pages that stay long enough to be read, never a scroll.
import { LONG_WITH_CLUB, clubOf, h, high, icon, many, name } from "./h.js";
import { event, foot, head, next, over, pageWords } from "./frame.js";
import { canScan } from "./scan.js";
import { pageOf, pagesOf } from "./choose.js";
import { columnsOf, inPages, isUnbroken, linesOf } from "./whole.js";

const PAIRS = 32;
const PAIRS_AND_FACTIONS = 20; // what is played stands below the name
const FEW = 16; // so few are drawn larger
const SOME = 24;
const ROOMY = 12; // so few that opponents have a line each, and a name three
const ONE_COLUMN = 8; // so few stand in one, with room for whole names
const SINGLE = 6; // so few at tables of several do, too
const AGAINST = 19; // letters of an opponent's name that fit where there are two columns
const LONG = 18; // a name of final places longer than this needs two lines
const WORD = 13; // and a word longer than this, smaller letters
const SMALLEST = 2;
// Where a name needs more than a line: how high its letters are, in rem, and how many lines a column has then.
const WHOLE = [[3.3, 9], [2.9, 10], [2.6, 12], [2.3, 13], [SMALLEST, 16]];
// How wide a line is, in rem, and how many of them one name has at most.
const WIDE = { duels: { own: 19.4, other: 19.4, most: 7 }, several: { own: 16.8, other: 20.6, most: 5 }, teams: { own: 18.6, other: 17, most: 3 } };
const HALF = 7.8; // rem of each of three opponents, two to a line
const TALL = [4, 6, 8, 10]; // rows of a column that are drawn as high as there is room
const SIT_DOWN = "Find your table and sit down.";
const DRAWN = "The first of A won the draw and starts. Then B, C, A, B, C, clockwise.";
const TABLES = 16;
const TEAM_TABLES = 10; // three teams need three lines
const TABLE_LINE = 18; // rem of a line by table
const TABLE_LINES = 2; // of a name there, as long as every row is as high as the others
const MOST_TABLE_LINES = 5;
const COLUMN_LINES = 16;
const FEW_TABLES = 6; // and have room for two lines each
const FITS = 27; // letters of a name at one of few tables
const RANKS = 16;
const RANK_WIDE = 21.2; // rem of a name there, in two columns
const RANK_AND_PICTURE = 16; // and beside the picture of ranks
const MARK = 2.6; // of what says that somebody goes on
const PLACE_WIDE = 36.8; // rem of a name of final places
const PLACE_AND_PRIZE = 22.6; // and beside a prize
const PRIZE = 14;
const FIRST = 2.4; // rem of the letters of a long name that has won
const PLACE = 2.3; // and of any other
const CLUB = 1.5; // rem of the letters of a club
const CLUB_LINE = 0.7; // and a line of them, in lines of a name
const RANK_LINES = 2; // a row is as high as two lines
const FEW_RANKS = 5; // so few in a column that a long name has three
const RANKED = 17; // a name in the standings longer than this needs two lines

export const pairings = {
  // By name first; with more than one table also by table, for those who know theirs.
  pages: (data) => namePages(data).length + tablePages(data).length,
  draw(data, at, page) {
    const byName = namePages(data);
    return page < byName.length ? namePage(data, at, page, byName) : tablePage(data, at, page - byName.length);
  },
};

const laidOut = new WeakMap(); // measured once, however often the wall asks

function namePages(data) {
  const { names } = data.pairings;
  if (!laidOut.has(names)) laidOut.set(names, layOut(data, names));
  return laidOut.get(names);
}

/** The pages by name: the rows of each in its columns, and the height of their letters where names take several lines. */
function layOut(data, names) {
  const whole = inLines(data);
  if (whole) return whole;
  return Array.from({ length: pagesOf(names, perNames(data)) }, (_, page) => {
    const rows = pageOf(names, perNames(data), page);
    const half = single(data) ? rows.length : Math.ceil(rows.length / 2);
    return { rows, columns: [rows.slice(0, half), rows.slice(half)] };
  });
}

/** Where a name is longer than a line: rows as high as their names, in the largest letters that take no page more.
 *  So few that they are drawn larger have two lines anyway, but not for a name with its club. */
function inLines(data) {
  const { names } = data.pairings;
  if (single(data) || (isDuels(data) && names.length <= ONE_COLUMN && !names.some((row) => clubOf(row.name))) || names.every((row) => isShort(data, row))) return null;
  const laid = WHOLE.map(([size, most]) => ({ size, columns: columnsOf(names.map((row) => linesOfRow(data, row, size)), most) }));
  const fewest = pagesOf(laid[laid.length - 1].columns, 2);
  const { size, columns } = laid.find((each) => pagesOf(each.columns, 2) === fewest && (each.size === SMALLEST || names.every((row) => isWhole(data, row, each.size))));
  return inPages(names, columns).map((each) => ({ ...each, size }));
}

const isShort = (data, row) => linesOfEach(data, row, SMALLEST).every((lines) => lines === 1) && (!inHalves(data, row) || row.against.every((who) => linesOf(who, HALF / SMALLEST, 400) === 1));
const inHalves = (data, row) => perNames(data) > ROOMY && !inTeams(data) && row.against && row.against.length > 2;
const isWhole = (data, row, size) => linesOfEach(data, row, size).every((lines) => lines <= room(data).most) && [[row.name, "own", 700], ...othersOf(row).map((who) => [who, "other", 400])].every(([who, whose, weight]) => isUnbroken(who, room(data)[whose] / size, weight));
const room = (data) => WIDE[inTeams(data) ? "teams" : manyAgainst(data) ? "several" : "duels"];

/** The lines of a row: one's own name and what is played below it, or everybody else at the table. */
function linesOfRow(data, row, size) {
  const [own, ...others] = linesOfEach(data, row, size).map((lines) => Math.min(lines, room(data).most));
  return Math.max(own + (row.faction ? 1 : 0), others.reduce((sum, lines) => sum + lines, 0));
}

/** The lines of every name in a row, one's own first. */
function linesOfEach(data, row, size) {
  const wide = room(data);
  return [linesOf(row.name, wide.own / size, 700), ...othersOf(row).map((who) => linesOf(who, wide.other / size, 400))];
}

const othersOf = (row) => (row.table == null ? [] : row.partner ? [row.partner.join(", ")] : row.against);

const inTeams = ({ pairings: { tables } }) => tables.some(({ teams }) => teams);
const withFactions = ({ pairings: { names } }) => names.some(({ faction }) => faction);
const manyAgainst = ({ pairings: { names } }) => names.some(({ against }) => against && against.length > 1);

const isDuels = (data) => !manyAgainst(data) && !inTeams(data) && !withFactions(data);

/** Several opponents need room for whole names: fewer to a page, and the pages alike. */
function perNames(data) {
  const all = data.pairings.names.length;
  const most = single(data) ? SINGLE : data.pairings.names.some((row) => threeLines(row.name)) ? ROOMY : FEW;
  if (manyAgainst(data) && !inTeams(data)) return Math.ceil(all / Math.max(1, Math.ceil(all / most)));
  return withFactions(data) ? PAIRS_AND_FACTIONS : PAIRS;
}

/** In one column, where few are left, or where two such pages name everybody whole. */
function single(data) {
  const { names } = data.pairings;
  if (!manyAgainst(data) || inTeams(data) || names.some((row) => clubOf(row.name) && row.name.length > LONG_WITH_CLUB)) return false;
  return names.length <= SINGLE || (names.length <= 2 * SINGLE && names.some((row) => row.name.length > AGAINST));
}

/** Tables of several whose names are long stand as if there were few. */
function perPage(data) {
  if (inTeams(data)) return TEAM_TABLES;
  const long = data.pairings.tables.some(({ players }) => players.length > 2 && players.some((who) => linesOf(who, TABLE_LINE / SMALLEST, 700) > 1));
  return long ? FEW_TABLES : TABLES;
}

function namePage(data, at, page, pages) {
  const { rows, columns, size } = pages[page];
  const one = single(data);
  const half = columns[0].length;
  const few = { "data-size": size ? null : rows.length <= FEW ? "few" : rows.length <= SOME ? "some" : null };
  const tall = (!size && isDuels(data) && TALL.find((most) => half <= most)) || null; // so few fill the screen
  const kind = { "data-teams": inTeams(data), "data-factions": withFactions(data), "data-tall": tall, "data-roomy": !size && roomy(data, rows) ? Math.max(4, half) : null, "data-single": one, "data-several": manyAgainst(data) && !inTeams(data), "data-whole": size };
  const column = (part) =>
    h("div", h("div.w-colhead", kind, h("span", "You"), h("span", inTeams(data) ? "Partner" : manyAgainst(data) ? "Opponents" : "Opponent"), h("span", "Table")), h("ol.w-pair", { ...few, ...kind }, ...part.map((row) => high(pair(row), size && linesOfRow(data, row, size)))));
  return [
    head(`${data.round.name}: find your table`, at, { beside: event(data) }),
    h("section.w-cols", { "data-one": one }, column(columns[0]), columns[1].length ? column(columns[1]) : !one && h("div")),
    foot(SIT_DOWN, pageWords(rows, page, pages.length) || counts(data)),
  ];
}

function pair(row) {
  if (row.table == null) return h("li", { "data-long": longest(row.name) > WORD }, name(row.name, ".me.two"), h("span.op", "Bye, a win"), h("span.t", "–"));
  if (row.partner) return h("li", name(row.name, ".me.two"), h("span.op", name(row.partner.join(", "), ".two")), h("span.t", row.table, h("small", row.seat)));
  const against = row.against.length > 1 ? several(row.against) : name(row.against.join(", "), ".two");
  return h("li", { "data-long": longest(row.name) > WORD }, row.faction ? brings(row.name, row.faction, ".me") : name(row.name, ".me.two"), h("span.op", h("span.v", "v "), against), h("span.t", row.table));
}

/** Few, at tables of several: a line for each opponent, and up to three for one's own name. */
const roomy = (data, rows) => rows.length <= ROOMY && manyAgainst(data) && !inTeams(data);

const threeLines = (text) => longest(text) > WORD && text.length > 2 * WORD;
const longest = (text) => Math.max(...text.split(/\s+/).map((word) => word.length));

/** Everybody else at a table of several: lines end between two names, never inside one. */
const several = (names) => h("span.w-against", { "data-many": names.length > 2 }, ...names.map((who) => name(who)));

/** The pages by table: the rows of each in its columns, as high as their names where one takes many lines. */
function tablePages(data) {
  const { tables } = data.pairings;
  if (!laidOut.has(tables)) laidOut.set(tables, tablesInLines(data) || tablesAlike(data));
  return laidOut.get(tables);
}

const isFew = (data, rows) => rows.length <= FEW_TABLES && !withFactions(data);

function tablesAlike(data) {
  const { tables } = data.pairings;
  return Array.from({ length: pagesOf(tables, perPage(data)) }, (_, page) => {
    const rows = pageOf(tables, perPage(data), page);
    const half = Math.ceil(rows.length / 2);
    return { rows, columns: [rows.slice(0, half), rows.slice(half)] };
  });
}

function tablesInLines(data) {
  const { tables } = data.pairings;
  const lines = tables.map(linesOfTable);
  if (inTeams(data) || isFew(data, tables) || tables.some(({ players }) => players.length > 2) || Math.max(...lines) <= TABLE_LINES) return null;
  return inPages(tables, columnsOf(lines, COLUMN_LINES)).map((each) => ({ ...each, whole: true }));
}

/** The lines of a row by table: of the longer name, and one more for what is played. */
const linesOfTable = ({ players, factions = [] }) => Math.max(TABLE_LINES, ...players.map((who, i) => Math.min(MOST_TABLE_LINES, linesOf(who, TABLE_LINE / SMALLEST, 700)) + (factions[i] ? 1 : 0)));

function tablePage(data, at, page) {
  const pages = tablePages(data).length;
  const { rows, columns, whole } = tablePages(data)[page];
  const half = columns[0].length;
  const few = !whole && isFew(data, rows);
  const column = (part) => h("ol.w-bytable", { "data-teams": inTeams(data), "data-size": few ? "few" : null, "data-rows": few ? half : null, "data-whole": whole }, ...part.map((row) => high(h("li", { "data-long": few && row.players.some((who) => who.length > FITS) }, h("span.t", row.table), h("div", ...seated(row))), whole && linesOfTable(row))));
  const byes = data.pairings.byes.length ? `Bye: ${data.pairings.byes.join(", ")}` : "";
  return [
    head(`${data.round.name}: by table`, at, { beside: event(data) }),
    h("section.w-cols", ...columns.map(column)),
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
    const { table, number, of } = found[page];
    const title = data.standings.title + (table.group ? `, group ${table.group}` : "");
    const changed = data.standings.amended ? (at.known ? `Amended ${at.wallTime(Date.parse(data.standings.amended))}. ` : "Amended. ") : "";
    return [
      head(title, at, { beside: event(data), state: next(data, at) || over(data, at) }),
      rankedIn(found[page]),
      foot([changed, top(data), goesOn(data), table.group || !canScan(at) ? "" : WHY], of > 1 ? `Page ${number} of ${of}` : ""),
    ];
  },
};

const sections = (data) => paged(data.standings ? data.standings.tables : []);

/** The pages of all tables: the rows of each page in its columns, as high as their names where one takes many lines. */
function paged(tables) {
  return tables.flatMap((table) => {
    if (!laidOut.has(table)) laidOut.set(table, ranksInLines(table) || ranksAlike(table));
    const pages = laidOut.get(table);
    return pages.map((page, n) => ({ table, ...page, number: n + 1, of: pages.length }));
  });
}

function ranksAlike({ rows: all }) {
  const of = pagesOf(all, RANKS);
  return Array.from({ length: of }, (_, page) => {
    const rows = pageOf(all, RANKS, page);
    const half = of === 1 && rows.length <= ONE_COLUMN ? rows.length : Math.ceil(rows.length / 2);
    return { columns: [rows.slice(0, half), rows.slice(half)] };
  });
}

function ranksInLines(table) {
  const { rows } = table;
  if (rows.length <= ONE_COLUMN || rows.some((row) => row.team)) return null;
  const lines = rows.map(linesOfRank);
  if (rows.every((row, n) => lines[n] <= RANK_LINES)) return null;
  return inPages(rows, columnsOf(lines.map((most) => Math.max(RANK_LINES, most)), COLUMN_LINES)).map((each) => ({ ...each, whole: true }));
}

/** How many lines high a name is, with its club in small letters below it. */
function linesOfRank({ name: who, picture: drawnToo, out, goes_on: marked }) {
  const free = (drawnToo ? RANK_AND_PICTURE : RANK_WIDE) - (marked ? MARK : 0) - (out ? out.length + 1 : 0);
  const club = clubOf(who);
  if (!club) return Math.min(MOST_TABLE_LINES, linesOf(who, free / SMALLEST, 700));
  const lines = linesOf(who.slice(0, -club.length - 1), free / SMALLEST, 700) + CLUB_LINE * linesOf(club, free / CLUB, 400);
  return Math.min(MOST_TABLE_LINES, Math.ceil(lines));
}

function rankedIn({ table, columns: [one, two], whole }) {
  const few = !whole && !drawn(table) && one.length <= FEW_RANKS; // the first column is never the shorter one
  return h("section.w-cols", { "data-one": !two.length }, column(table, one, { whole, few }), two.length > 0 && column(table, two, { whole, few }));
}

const WHY = "Ties are explained on your phone.";

const goesOn = ({ standings: { goes_on: words } }) => words && [icon("check"), ` ${words}. `];

const top = ({ standings: { line } }) => (line ? `${line}, above the dashed line. ` : "");

function column(table, rows, { whole, few }) {
  const shown = table.columns.slice(0, 2);
  const kind = { "data-columns": shown.length, "data-drawn": drawn(table) };
  return h(
    "div",
    h("div.w-standhead", kind, h("span"), h("span"), h("span", rows.some((row) => row.team) ? "Team" : "Player"), drawn(table) && h("span", "Rank so far"), h("span", table.record), ...shown.map((short) => h("span", short))),
    h("ol.w-stand", { "data-size": few ? "few" : null, "data-whole": whole }, ...rows.map((row) => high(rank(row, shown.length), whole && Math.max(RANK_LINES, linesOfRank(row))))),
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
    const found = paged(data.ranking)[page];
    const { table, number, of } = found;
    return [
      head(table.title, at, { beside: event(data) }),
      rankedIn(found),
      foot(`${table.rows.some((row) => row.cut) ? "Playoff: above the dashed line. " : ""}Lines: the rank after each event.`, of > 1 ? `Page ${number} of ${of}` : ""),
    ];
  },
};

export const places = {
  pages: (data) => placePages(data.places).length,
  draw(data, at, page) {
    const pages = placePages(data.places);
    const { columns, whole } = pages[page];
    const list = (part) => h("ol.w-places", { "data-whole": whole }, ...part.map((row) => high(place(row), whole && linesOfPlace(row))));
    return [
      head("Final places", at, { beside: event(data) }),
      h("section.w-cols", ...columns.map(list)),
      foot(data.cards_back || "Thank you for playing.", pages.length > 1 ? `Page ${page + 1} of ${pages.length}` : ""),
    ];
  },
};

const place = (row) =>
  h("li", { "data-first": row.place === 1, "data-long": row.name.length > LONG }, h("span.r", row.place), row.team ? team(row.team) : name(row.name, ".two"), h("span.p", row.prize || row.note));

function placePages(rows) {
  if (!laidOut.has(rows)) laidOut.set(rows, placesInLines(rows) || placesAlike(rows));
  return laidOut.get(rows);
}

function placesAlike(all) {
  return Array.from({ length: pagesOf(all, RANKS) }, (_, page) => {
    const rows = pageOf(all, RANKS, page);
    const half = Math.ceil(rows.length / 2);
    return { columns: [rows.slice(0, half), rows.slice(half)] };
  });
}

function placesInLines(rows) {
  const lines = rows.map(linesOfPlace);
  if (rows.some((row) => row.team) || lines.every((most) => most <= RANK_LINES)) return null;
  return inPages(rows, columnsOf(lines, COLUMN_LINES)).map((each) => ({ ...each, whole: true }));
}

/** How many lines high a place is: its name with the club below it, or the prize. */
function linesOfPlace({ place: first, name: who, prize, note }) {
  const free = prize || note ? PLACE_AND_PRIZE : PLACE_WIDE;
  const size = first === 1 ? FIRST : PLACE;
  const club = clubOf(who);
  const lines = club ? linesOf(who.slice(0, -club.length - 1), free / SMALLEST, 700) + CLUB_LINE * linesOf(club, free / CLUB, 400) : (linesOf(who, free / size, 700) * size) / PLACE;
  return Math.min(MOST_TABLE_LINES, Math.max(RANK_LINES, Math.ceil(lines), linesOf(prize || note || "", PRIZE / SMALLEST, 400)));
}
