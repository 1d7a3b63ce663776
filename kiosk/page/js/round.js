// The round being played: digits, then what the rulebook says when time is called. The same layout through the warning,
// so that eyes need not search.
import { mmss, phaseAt, remainingAt, tableRemainingAt } from "../../../server/core/static/clock.js";
import { setText } from "../../../server/core/static/set_text.js";
import { h, icon, many, name } from "./h.js";
import { bracketBeside, matchUps } from "./finals.js";
import { event, head } from "./frame.js";
import { canScan, scan } from "./scan.js";
import { numbered, todo } from "./setup.js";
import { span } from "./present.js";
import { linesOf } from "./whole.js";

const MOST_EXTRA = 5; // tables with extra time that are listed where there is little room
const MOST_PLAIN = 6; // with more tables than these beside them, only so many
const MOST_BESIDE = 3;
const MOST_BIG = 4; // rows of chips at full size beside the steps
const BESIDE = 9.7; // how wide a name is beside the steps, in the height of its letters
const MOST_LINES = 14; // of names there, with one and a half for each table
const MOST_WIDE = 14; // and in one row under the digits
const MOST_GAMES = 7;
const JUST = 5_000; // so long “10 minutes left” is said of 9:59
const FEW_GAMES = 4; // so few tables that long names take two lines

export const round = {
  draw(data, at) {
    const { clock } = at.state;
    const phase = phaseOf(at);
    const timed = data.plan.kind === "timed" && clock.remaining_ms != null;
    if (timed && phase === "called") return called(data, at);
    if (data.duels) return byName(data, at, { phase, timed });
    return timed ? counting(data, at, phase) : untimed(data, at, phase);
  },
  /** How the whole screen is coloured. */
  state(data, at) {
    const phase = phaseOf(at);
    return data.plan.kind === "timed" || phase === "paused" ? phase : "running";
  },
  /** Only the digits change from second to second. */
  tick(root, data, at) {
    const left = remainingAt(at.state.clock, at.serverNow);
    const digits = root.querySelector("[data-digits]");
    if (digits && left !== null) write(digits, left);
    const fuse = root.querySelector(".fuse");
    if (fuse && left !== null) burn(fuse, left, wholeOf(at.state.clock));
    const short = root.querySelector("[data-short]");
    if (short && left !== null) setText(short, minutes(left));
    for (const node of root.querySelectorAll("[data-own]")) setText(node, mmss(Math.max(0, tableRemainingAt(at.state.clock, node.dataset.own, at.serverNow))));
  },
};

/** Time that was called stays called for those who still play, whatever happens to the clock: power cut, or stopped.
 *  With every result in a round is over, also one that nobody started. */
export function phaseOf({ state, serverNow }) {
  const phase = phaseAt(state.clock, serverNow);
  if (phase === "not-started" && state.results_in && state.results_in >= state.tables) return "ended";
  const left = remainingAt(state.clock, serverNow);
  return left !== null && left <= 0 && state.results_in < state.tables ? "called" : phase;
}

/** How many tables have extra time that is not over. */
export const extrasLeft = ({ state: { clock }, serverNow }) => Object.keys(clock.extensions || {}).filter((table) => tableRemainingAt(clock, table, serverNow) > 0).length;

/** Nobody has started the round, nor told anything of it. */
export const isAhead = (phase, { games }, { results_in }) => phase === "not-started" && !results_in && games.every((table) => !table.games);

function words(phase, data, { state }, running = "Running") {
  if (phase === "paused") return [icon("pause"), "Paused"];
  if (phase === "ended") return state.results_in < state.tables ? h("span.w-plain", "Clock stopped") : [icon("check"), "All results in"];
  return phase === "not-started" && (state.clock.remaining_ms !== null || isAhead(phase, data, state)) ? "Not started" : [icon("play"), running];
}

function counting(data, at, phase) {
  const { clock } = at.state;
  const left = remainingAt(clock, at.serverNow);
  const paused = phase === "paused";
  const ends = clock.running && phase !== "ended";
  const over = ends && at.forecast && data.forecast && eventOverFact(at, eventOver(data.forecast, left));
  return [
    topOf(data, at, phase),
    h("section.w-clock", { "data-says": paused }, digitsOf(left, ".w-digits"), paused && why(clock, left)),
    h("div", !paused && h("footer.w-foot", { "data-facts": 2 + (ends && at.known ? 1 : 0) + (over ? 1 : 0) }, ends && at.known && fact("Ends at", at.wallIn(left)), over, ...progress(data, at)), fuseOf(clock)),
  ];
}

/** Where we are; when time is short, that. */
function topOf(data, at, phase) {
  if (phase === "warning") return h("div.w-band", h("h1", icon("warn"), h("span", { "data-short": true }, minutes(remainingAt(at.state.clock, at.serverNow)))), h("div.w-beside-band", h("p", data.round.name), scan(at)));
  return head(data.round.name, at, { beside: event(data), state: words(phase, data, at) });
}

function digitsOf(left, look) {
  const digits = h(`div${look}`, { role: "timer", "data-digits": true });
  write(digits, left);
  return digits;
}

function fuseOf(clock) {
  const notch = clock.warning_ms ? h("i.notch") : null;
  if (notch) notch.style.setProperty("--at", `${(100 * clock.warning_ms) / wholeOf(clock)}%`);
  return h("div.fuse", notch);
}

/** A round of the bracket: those who play it in large type, the time below, the bracket beside. */
function byName(data, at, { phase, timed }) {
  const { clock } = at.state;
  const { called: title, rule, steps } = data.plan;
  const left = remainingAt(clock, at.serverNow);
  const ends = at.known && timed && clock.running && phase !== "ended" && fact("Ends at", at.wallIn(left));
  const time = timed ? [digitsOf(left, ".w-time"), phase === "paused" ? why(clock, left) : ends] : phase === "ended" ? [] : [h("div.w-time", title), rule && h("p.w-rule", rule)];
  return [
    timed ? topOf(data, at, phase) : head(data.round.name, at, { beside: event(data), state: words(phase, data, at, "Being played") }),
    h("section.w-finals", { "data-timed": timed }, h("div", matchUps(data), h("div.w-until", ...time)), steps.length > 0 && !timed ? h("aside.w-beside", todo(steps)) : bracketBeside(data)),
    timed && fuseOf(clock),
  ];
}

const eventOverFact = (at, ms) => (at.known ? fact("Event over about", at.wallAbout(ms)) : fact("Event over in about", span(ms)));

function why(clock, left) {
  if (clock.paused_because === "power" && clock.unseen)
    return h("p.w-say", h("b", "The power was out."), h("small", "Nobody knows how long the clock ran before. The organizer sets it and says when it goes on."));
  if (clock.paused_because === "power")
    return h("p.w-say", h("b", "The power was out. Nothing is lost."), h("small", `The clock kept ${mmss(left)} and starts again when the organizer says so.`));
  return h("p.w-say", h("b", "Paused"), h("small", "The clock starts again when the organizer says so."));
}

/** The ms until the event is over, with so much left of this round: as fast as rounds were so far, or to the call. */
function eventOver({ over_ms, after_ms }, left) {
  return (left + over_ms > 0 ? left + over_ms : Math.max(0, left)) + after_ms;
}

const fact = (label, ...words) => h("div.w-fact", h("span.w-label", label), h("b.num", ...words));

/** Who still plays, and how many are done. */
function progress(data, at) {
  const { results_in, tables: all } = at.state;
  const playing = results_in < all ? h("div.w-fact", h("span.w-label", isAhead(phaseOf(at), data, at.state) ? "Setting up" : "Still playing"), tables(data, at)) : h("span");
  return [playing, fact("Results in", results_in, h("small", ` of ${all}`))];
}

function called(data, at) {
  const { clock, results_in, tables: all } = at.state;
  const open = stillOut(data, at);
  const extra = open.extended.filter((table) => tableRemainingAt(clock, table, at.serverNow) > 0);
  const plain = open.all && open.all.filter((table) => !extra.includes(table));
  const shown = extra.slice(0, plain && plain.length > MOST_PLAIN ? MOST_BESIDE : MOST_EXTRA);
  const small = Math.ceil((plain ? plain.length : 3) / 3) + shown.length > MOST_BIG;
  return [
    h("div.w-band", { "data-scan": canScan(at) }, title(data.plan.called, at.running > 1 && data.event.name), h("div.w-beside-band", whenCalled(clock, at), scan(at))),
    h(
      "section.w-proc",
      h("ol.w-steps", ...numbered(data.plan.steps)),
      h(
        "aside.w-side",
        { "data-size": small ? "small" : null },
        !(plain && !plain.length) && h("h2", "Still playing"),
        data.duels && plain && fitsBeside(data, plain) ? byTheirNames(data, plain) : plain ? plain.length > 0 && h("ul.w-tables.num", ...plain.map((table) => h("li", table))) : count(all - results_in),
        extra.length > 0 && h("h2", "Extra time first"),
        extra.length > 0 && h("ul.w-tables.num", ...shown.map((table) => h("li", { "data-extra": true }, `T${table} `, h("small", { "data-own": table }, mmss(tableRemainingAt(clock, table, at.serverNow)))))),
        extra.length > shown.length && h("h2", `and ${extra.length - shown.length} more`),
        h("h2", data.round.name, h("br"), `${results_in} of ${many(all, "result")} in`),
      ),
    ),
  ];
}

/** In the bracket everybody knows who plays. */
const byTheirNames = (data, open) => h("ul.w-still", ...openOf(data, open).map(({ table, players }) => h("li", h("small", `Table ${table}`), ...players.map((who) => name(who)))));

const openOf = ({ duels: { matches } }, open) => matches.filter(({ table }) => open.includes(table));

/** Two matches have room for any names beside the steps; more only for names of a line, or few of two. */
function fitsBeside(data, open) {
  const matches = openOf(data, open);
  const lines = matches.flatMap(({ players }) => players).reduce((sum, who) => sum + linesOf(who, BESIDE, 700), 0);
  return matches.length <= 2 || lines + 1.5 * matches.length <= MOST_LINES;
}

function whenCalled(clock, at) {
  if (clock.phase === "paused") return h("p", icon("pause"), " Paused");
  if (!clock.running) return null;
  const ago = clock.called_at_ms == null ? remainingAt(clock, at.serverNow) : clock.called_at_ms - at.serverNow;
  return at.known ? h("p.num", h("small", "Time called at"), h("b", at.wallIn(ago))) : h("p.num", h("small", "Time called"), h("b", `${span(-ago)} ago`));
}

/** “Time! Sudden death” in one line; what is longer gets a second one. Where several events are played, whose time it is. */
function title(words, whose) {
  if (whose) return h("h1", { "data-length": "long", "data-whose": true }, icon("spark"), h("span", name(whose), words));
  const [first, ...rest] = words.replace(/! /g, "!\n").split("\n");
  const long = words.length > 20 && rest.length > 0;
  return h("h1", { "data-length": long ? "long" : null }, icon("spark"), long ? h("span", first, h("br"), rest.join(" ")) : words);
}

function untimed(data, at, phase) {
  const { called: name, rule, steps } = data.plan;
  return [
    head(data.round.name, at, { beside: event(data), state: words(phase, data, at, "Being played") }),
    h("section.w-free", { "data-steps": steps.length > 0, "data-games": data.games.length > 2 }, h("h2", name), rule && h("p.rule", rule), steps.length > 0 && todo(steps), games(data)),
    h("footer.w-foot", { "data-facts": 2 }, ...progress(data, at)),
  ];
}

/** A table of several: how many games each player of an open table has won. */
function games(data) {
  if (!data.games.length) return null;
  const rows = data.games.slice(0, MOST_GAMES);
  const line = ({ table, wins }) => h("li", { "data-sides": wins.length }, h("b.num", `T${table}`), ...wins.map((each) => h("span", name(each.name), h("b.num", each.wins))));
  return h("ul.w-games", { "data-size": rows.length <= FEW_GAMES ? "few" : null, "data-rows": rows.length }, ...rows.map(line), data.games.length > rows.length && h("li", h("span"), h("span", `and ${data.games.length - rows.length} more`)));
}

/** The tables without a result: all of them, or null if they are many; and those of them that have extra time. */
function stillOut(data, at) {
  const { clock, out } = at.state;
  const extended = Object.keys(clock.extensions || {}).map(Number);
  return { all: out, extended: extended.filter((table) => (out || data.round.extended).includes(table)) };
}

function tables(data, at) {
  const { clock, results_in, tables: all } = at.state;
  const open = stillOut(data, at);
  const shown = open.all || open.extended.slice(0, MOST_EXTRA);
  const wide = shown.length + 1.5 * shown.filter((table) => open.extended.includes(table)).length + (open.all ? 0 : 3);
  const wins = Object.fromEntries(data.games.filter(({ games }) => games > 0).map((each) => [each.table, each.wins.map((side) => side.wins).join("–")]));
  const far = (table) => (wins[table] && data.plan.kind === "timed" ? h("li", { "data-games": true }, table, h("small", wins[table])) : h("li", table));
  const chip = (table) =>
    open.extended.includes(table) ? h("li", { "data-extra": true }, `T${table} `, h("small", `+${mmss(clock.extensions[table])}`)) : far(table);
  return h("ul.w-tables.num", { "data-size": wide > MOST_WIDE ? "small" : null }, !open.all && h("li", { "data-count": true }, count(all - results_in)), ...shown.map(chip));
}

const count = (open) => h("b.w-many.num", open, h("small", open === 1 ? " table" : " tables"));

/** All the time of the round, with what was given since its start. */
const wholeOf = (clock) => Math.max(60_000, clock.length_ms + (clock.added_ms || 0));

/** What is true of the digits below: ten minutes while they begin, then under so many. */
function minutes(ms) {
  const count = Math.ceil(ms / 60_000);
  if (count <= 1) return "Last minute";
  return ms > count * 60_000 - JUST ? `${count} minutes left` : `Under ${count} minutes left`;
}

/** The fuse moves once a second, with the digits: a picture that stays the same costs a small computer nothing. */
function burn(fuse, left, length) {
  const second = Math.ceil(Math.max(0, left) / 1000);
  if (fuse.dataset.second === String(second)) return;
  fuse.dataset.second = second;
  fuse.style.setProperty("--left", `${(100_000 * second) / Math.max(length, 1000 * second)}%`);
}

/** Digits in boxes of their own and always two and two, so that nothing moves sideways. */
export function write(node, left) {
  const [before, after] = mmss(Math.max(0, left)).padStart(5, "0").split(":");
  const text = `${before}:${after}`;
  if (node.dataset.shown === text) return;
  node.dataset.shown = text;
  node.dataset.length = before.length;
  node.setAttribute("aria-label", `${text} left`);
  node.replaceChildren(h("span", before), h("i", ":"), h("span", after));
}
