// The table tablet: one page that stays open all day. What the box says and what is told here become one screen.
import { follow } from "../../../core/static/live.js";
import { alertOf, alerts, canAlert, phaseAlert, wantAlerts } from "../../../core/static/alert.js";
import { stayAwake } from "../../../core/static/awake.js";
import { canFill, fillScreen, onFilled } from "../../../core/static/full_screen.js";
import { lastMinutes, mmss, phaseAt, tablePhaseAt, tableRemainingAt } from "../../../core/static/clock.js";
import { setText } from "../../../core/static/set_text.js";
import { clockSpeaker } from "../../../core/static/spoken.js";
import { acts as makeActs } from "./acts.js";
import * as attention from "./attention.js";
import { boxTime } from "./box_time.js";
import * as chess from "./chess.js";
import { chessKeeper } from "./chess_keeper.js";
import { h } from "./dom.js";
import { guard, settling } from "./guard.js";
import { head, showClock } from "./head.js";
import { clockEnds, minutesToGo, tablesOut } from "./hall.js";
import { lines } from "./lines.js";
import { attend, canUndo, keepNotice, keepStep, looking, older } from "./match.js";
import { outbox } from "./outbox.js";
import { SCREENS } from "./screens.js";
import { IDLE } from "./steps.js";
import { forget, load, save } from "./store.js";
import { Told, ask } from "./talk.js";
import { picture, question, viewOf } from "./view.js";

const TICK = 100;
const LOOK_AGAIN = 30_000; // also while people play: the desk hears that this tablet is there
const ELSEWHERE = [403, 404];
const KEPT = "step";

const root = document.querySelector("#tablet");
const place = { event: root.dataset.event, table: Number(root.dataset.table) };
const fixed = root.dataset.fixed === "yes";

const now = {
  match: load(`match:${place.event}/${place.table}`),
  step: IDLE,
  hall: null, // what the stream says of the whole event
  away: false,
  refused: "", // why this tablet is not let in
  notice: load("notice") ?? "",
  places: null,
};
let live = null;
let shown = "";
let asked = "";
let lookedAt = 0;
let up = false;
let undoing = false;
let short = "";
let listening = false;
let linked = false;

const guarded = guard(root);
const sayClock = clockSpeaker();
const ring = phaseAlert();
const look = looking(lookOnce, draw);
const time = boxTime(load("moment"));
const box = outbox({ delivered, refused, turnedAway, changed: () => draw() });
const keeper = chessKeeper({ time, about, flag, changed: () => draw() });
const acts = { ...makeActs({ now, box, keeper, about, go, draw, root, timeUp }), fillScreen, wantAlerts: (on) => (wantAlerts(on), draw()) };
if (now.match) seated(now.match);

live = follow({
  ...place,
  on: {
    table: () => look(),
    // What comes first of a stream comes with the table's own mark, which is looked up: once is enough.
    box: () => (listening ? setTimeout(look, Math.random() * 2_000) : (listening = true)),
    link: (link) => {
      if (link !== "stale") box.send();
      if (linked) look();
      linked = true;
    },
    state: (said) => {
      const before = now.hall;
      now.hall = said;
      if (movedOn(said, before)) setTimeout(look, Math.random() * 1_500);
      draw();
    },
  },
});

/** Ask the box how this table stands. */
async function lookOnce() {
  lookedAt = performance.now();
  try {
    const match = await ask("state", fixed ? {} : place);
    // The desk moved us; or this event is over and the next one has begun.
    if (match.event !== place.event || match.table !== place.table || match.onward) return location.reload();
    heard(match);
  } catch (why) {
    if (!(why instanceof Told)) now.away = true;
    else if (ELSEWHERE.includes(why.status) && !history.state) askAnew();
    else turnedAway(why.message);
  }
}

/**
 * The desk gave this tablet another place, or none: a new page knows which. If that does not help, say why. That it was
 * tried is noted in the history, which a browser has that keeps nothing else.
 */
function askAnew() {
  history.replaceState("asked anew", "");
  location.reload();
}

/** The whole hall hears that the event has moved on; not all of it asks in the same moment. */
function movedOn(said, before) {
  if (now.match?.closed) return said.revision !== now.match.revision; // a correction, or the end
  return before && (said.round !== before.round || (tablesOut(before) && !tablesOut(said)) || (now.match?.next && clockEnds(said) !== clockEnds(before)));
}

function heard(match) {
  const before = time.now();
  if (time.hear(match)) keeper.moved(before, time.now());
  Object.assign(now, { away: false, refused: "" });
  if (history.state) history.replaceState(null, "");
  if (older(match, now.match)) return;
  save(`match:${place.event}/${place.table}`, match);
  seated(match);
}

function seated(match) {
  if (now.match && match.round > now.match.round && match.players.length) alertOf("pairings");
  attend(now, match, KEPT);
  forget(`${KEPT}:`, `${KEPT}:${now.key}`);
  keeper.attend(match, now.key);
}

function go(step) {
  keepStep(now, step, KEPT);
  draw();
}

function about() {
  return { event: now.match.event, round: now.match.round, table: now.match.table };
}

function flag(seat) {
  const player = now.match.players[seat];
  if (!player.flagged) box.add("flag", { ...about(), player: player.id });
}

function delivered(item, answer) {
  heard(answer);
  draw();
}

function refused(item, sentence) {
  keepNotice(now, sentence);
  look();
}

function turnedAway(why) {
  now.refused = why;
  draw();
}

/** Draw the screen, if it is another one than is shown. */
function draw() {
  const model = { ...viewOf(now.match, now.step, box.waiting()), ...around() };
  Object.assign(model, now.refused ? { screen: "unknown", why: now.refused } : ofTheHall(model.screen));
  const text = picture(model);
  if (text !== shown) {
    const moved = asked !== question(model);
    shown = text;
    asked = question(model);
    root.dataset.screen = model.screen;
    const top = model.screen === "chess" || !now.match ? [] : [head(model, acts)];
    const said = lines(model, acts);
    root.toggleAttribute("data-lines", said.length > 0);
    const before = attention.held(root);
    root.replaceChildren(...top, h("div", { class: "t-lines" }, said), ...SCREENS[model.screen](model, acts));
    if (moved) guarded.changed(settling(model.screen));
    attention.attend(root, { moved, before });
  }
  tick();
}

/** What belongs to every screen. */
function around() {
  const clock = keeper.clock();
  const at = keeper.now();
  return {
    fixed,
    fills: canFill(),
    notice: now.notice,
    away: now.away,
    unsent: box.failing(),
    undo: (undoing = canUndo(now)),
    asksAlerts: alerts() === null && canAlert(),
    timeUp: (up = Boolean(now.match) && timeUp()),
    short: (short = timeIsShort()),
    unsure: clock !== null && clock.since !== null && !time.sure(),
    clock,
    watching: keeper.watching(),
    verdict: clock && chess.verdict(clock, at),
    fallen: clock && chess.banks(clock, at).map((left) => left === 0),
  };
}

/** Whether time is called at this table, as far as the tablet knows the round's clock. */
function timeUp() {
  const at = live?.serverNow();
  return Number.isFinite(at) && now.hall ? tablePhaseAt(now.hall.clock, place.table, at) === "called" : now.match.called;
}

/** The word for the last minutes, or for a table's own extra time; else nothing. */
function timeIsShort() {
  const at = live?.serverNow();
  const clock = now.hall?.clock;
  if (!clock || !Number.isFinite(at) || tablePhaseAt(clock, place.table, at) !== "warning") return "";
  return phaseAt(clock, at) === "called" ? "Time is called for the others. This table has extra time." : lastMinutes(clock.warning_ms);
}

/** What of the whole hall belongs to a screen: nobody else's is drawn anew with every result. */
function ofTheHall(screen) {
  if (screen === "standings") return { places: now.places };
  if (screen !== "done") return {};
  const minutes = minutesToGo(now.match, now.hall, live?.serverNow());
  return { out: tablesOut(now.hall), tables: now.hall?.tables ?? 0, minutes };
}

function tick() {
  if (now.hall?.clock && live) speakClock(live.serverNow());
  showClock(root.querySelector("[data-clock]"), now.hall?.clock, place.table, live?.serverNow());
  for (const timer of root.querySelectorAll("[data-until]")) countDown(timer, timer.dataset.until - live.serverNow());
  const clock = keeper.clock();
  if (clock) {
    const left = chess.banks(clock, keeper.now());
    for (const bank of root.querySelectorAll("[data-bank]")) setText(bank, mmss(left[bank.dataset.bank]));
  }
}

function speakClock(at) {
  const left = Number.isFinite(at) ? tableRemainingAt(now.hall.clock, place.table, at) : null;
  if (left === null) return;
  const phase = tablePhaseAt(now.hall.clock, place.table, at);
  sayClock(phase, left);
  if (now.match && now.match.step !== "in") ring(phase);
}

/** As the wall says it. */
function countDown(timer, left) {
  setText(timer, left > 0 ? mmss(left) : "Time!");
  timer.toggleAttribute("data-over", left <= 0);
}

setInterval(() => {
  keeper.tick();
  tick();
  if ((now.match && (timeUp() !== up || timeIsShort() !== short)) || canUndo(now) !== undoing) draw();
  if (performance.now() - lookedAt > LOOK_AGAIN * (now.away ? 0.1 : 1)) look();
}, TICK);
addEventListener("online", () => (box.send(), look()));
document.addEventListener("visibilitychange", () => !document.hidden && (box.send(), look()));
document.addEventListener("keydown", (event) => root.dataset.screen === "count" && acts.key(event));
onFilled(draw);
addEventListener("resize", () => attention.reachable(root));
stayAwake({ mp4: root.dataset.awakeMp4, webm: root.dataset.awakeWebm });
box.send();
look();
draw();
