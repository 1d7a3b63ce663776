// Reporting on a phone: a player's own, which speaks for that player alone, or one that opened a match slip and goes
// round the table. What the box says and what is told here become one screen, as on the table's tablet.
import { acts as makeActs } from "../../table/static/tablet/acts.js";
import * as attention from "../../table/static/tablet/attention.js";
import { h } from "../../table/static/tablet/dom.js";
import { SETTLE, guard } from "../../table/static/tablet/guard.js";
import { lines } from "../../table/static/tablet/lines.js";
import { attend, canUndo, keepNotice, keepStep, looking, older } from "../../table/static/tablet/match.js";
import { outbox } from "../../table/static/tablet/outbox.js";
import { begin as beginGame } from "../../table/static/tablet/pod_steps.js";
import { together } from "../../table/static/tablet/pod_teams.js";
import { IDLE, begin } from "../../table/static/tablet/steps.js";
import { load } from "../../table/static/tablet/store.js";
import { Told, ask } from "../../table/static/tablet/talk.js";
import { picture, viewOf } from "../../table/static/tablet/view.js";
import { SCREENS, TELLING } from "./screens.js";

const LOOK_AGAIN = 30_000;
const TURNED_AWAY = [401, 403, 404];

const root = document.querySelector("[data-report]");
const me = root.dataset.own || "";
const as = root.dataset.report === "slip" ? { as: "slip" } : {}; // the same phone may be a player's too
const KEPT = me ? `told-${me}` : "told"; // siblings may share a phone, and a table
const noClock = { act() {}, clock: () => null }; // chess clocks are on the tablet
const now = { match: null, step: IDLE, key: "", notice: load("notice") ?? "" };
const guarded = guard(root);
let shown = "";

const look = looking(lookOnce, draw);
const box = outbox({ delivered: (_, answer) => (heard(answer), draw()), refused, turnedAway, changed: () => draw() });
const shared = makeActs({ now, box, keeper: noClock, about, go, draw, root, timeUp });
const acts = {
  ...shared,
  begin: () => go(begin(me || null)),
  beginGame: () => go(beginGame(now.match, me || null)),
};

/** Ask the box how the match stands. */
async function lookOnce() {
  try {
    heard(await ask("state", { event: document.body.dataset.event, ...as }));
  } catch (why) {
    if (why instanceof Told && TURNED_AWAY.includes(why.status)) turnedAway();
  }
}

function heard(match) {
  if (!older(match, now.match)) attend(now, match, KEPT);
}

/** The clock in the head knows it to the second; without one, as the box said it when this phone looked. */
function timeUp() {
  const phase = document.querySelector("[data-clock]")?.dataset.phase;
  return phase ? phase === "called" : Boolean(now.match.called);
}

function go(step) {
  keepStep(now, step, KEPT);
  draw();
}

function about() {
  return { event: now.match.event, round: now.match.round, table: now.match.table, ...as };
}

function refused(_, sentence) {
  keepNotice(now, sentence);
  look();
}

/** The code was replaced, or people were moved after the slip was printed: the box says so. */
function turnedAway() {
  location.reload();
}

/** What was told waits for the network as this player: nobody else takes over before it is sent. */
function holdChange(waits) {
  for (const other of document.querySelectorAll("[data-change]")) other.disabled = waits;
}

function draw() {
  holdChange(box.waiting().length > 0);
  const model = { ...viewOf(now.match, now.step, box.waiting()), me, notice: now.notice, unsent: box.failing(), undo: canUndo(now) };
  model.screen = onPhone(model);
  const text = picture(model);
  if (text === shown) return;
  shown = text;
  const before = root.dataset.screen;
  const moved = before !== model.screen;
  root.dataset.screen = model.screen;
  document.body.toggleAttribute("data-telling", TELLING.has(model.screen));
  const focused = attention.held(root);
  root.replaceChildren(h("div", { class: "t-lines" }, lines(model, acts)), ...SCREENS[model.screen](model, acts));
  if (moved) settle(before);
  attention.attend(root, { moved, before: focused });
}

/** On one's own phone there is nobody to hand it to: I have told, or the other one has. */
function onPhone({ screen, match, version, me: self }) {
  if (screen === "chess") return "idle";
  if (screen === "confirm" && match.reports[0]?.player === self) return "told";
  if (screen === "gameConfirm" && self && together(match, version.player, self)) return "gameTold";
  return screen in SCREENS ? screen : "nothing";
}

function settle(before) {
  if (TELLING.has(before) || TELLING.has(root.dataset.screen)) scrollTo(0, 0);
  guarded.changed(SETTLE);
}

document.addEventListener("cinderbox:table", look);
document.addEventListener("cinderbox:changed", look);
document.addEventListener("visibilitychange", () => !document.hidden && (box.send(), look()));
addEventListener("online", () => (box.send(), look()));
setInterval(look, LOOK_AGAIN);
setInterval(() => now.undoUntil && draw(), 1_000);
box.send();
look();
