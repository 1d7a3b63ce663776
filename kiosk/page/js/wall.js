// The wall: listens to the box, chooses the scene, draws it when something changed, and lets the digits run in between.
import { fetchBox, fetchEvent, hello, screenId } from "./box.js";
import { bracket, draft, events, pause } from "./between.js";
import { choose, eventsFor, scenes } from "./choose.js";
import { follow } from "./live.js";
import { phaseAt } from "./clock.js";
import { head } from "./frame.js";
import { h, icon } from "./h.js";
import { pairings, places, standings } from "./lists.js";
import { round } from "./round.js";
import { scenario } from "./scenario.js";
import { setup } from "./setup.js";
import { muted, play, soundDue, unmute } from "./sound.js";
import { roster, welcome } from "./welcome.js";

const SCENES = { welcome, roster, pairings, "set-up": setup, clock: round, standings, bracket, places, draft, break: pause, scenario, announcement: { draw: announcement } };
const HELLO = 20_000;
const IDENTIFY = 10_000;
const AGAIN = 3_000;
const FIVE_MINUTES = 300_000;
const LOOK = 100; // ms between two looks whether anything is to be drawn, if no digit changes before

const root = document.getElementById("wall");
const streams = new Map(); // event → {following, state, data, loading}
let box = null;
let screen = { scene: "auto", event: null, name: "", identify: 0, test: 0, sounds: false, volume: 80 };
let link = "";
let quietSince = "";
let identifyUntil = 0;
let known = false; // whether the box has been asked who we are: only then can we listen as that screen
let drawn = "";
let painted = null; // {part, data, stream}
let playing = { list: "", from: 0 };

async function begin() {
  while (!(await look())) await wait(AGAIN);
  await greet();
  known = true;
  tune();
  setInterval(greet, HELLO);
  setInterval(look, 60_000);
  frame();
}

/** What the box has to show. After an update, or when its streams moved, the page comes anew, so that both fit. */
async function look() {
  const found = await fetchBox();
  if (!found) return null;
  if (box && (found.page !== box.page || found.live !== box.live)) location.reload();
  box = found;
  tune();
  return box;
}

async function greet() {
  const found = await hello(box.csrf, { scene: drawn.split("|")[0], size: `${innerWidth}×${innerHeight}`, link });
  if (found) showAs(found);
}

function showAs(told) {
  if (told.identify > screen.identify && screen.name) identifyUntil = performance.now() + IDENTIFY;
  if (told.test > screen.test && screen.name) play("test", told.volume);
  screen = told;
  tune();
}

/** Listen to exactly the events this screen shows, as the screen it is now. */
function tune() {
  if (!known) return;
  const wanted = new Set(eventsFor(screen, box.events));
  if (!wanted.size) wanted.add("");
  for (const [id, stream] of streams) {
    if (wanted.has(id) && stream.as === screenId()) continue;
    stream.following.close();
    streams.delete(id);
  }
  for (const id of wanted) if (!streams.has(id)) listen(id);
}

function listen(id) {
  const stream = { id, as: screenId(), state: null, data: null };
  streams.set(id, stream);
  stream.following = follow({
    event: id,
    screen: stream.as,
    on: {
      state(said) {
        const older = stream.state?.revision !== said.revision || stream.state?.touch !== said.touch;
        stream.state = said;
        if (said.gone) look();
        else if (older || !stream.data) load(stream);
      },
      screen: showAs,
      box: look,
      link(said) {
        if (said === "stale" && link !== "stale") quietSince = timeOfDay(stream.following.serverNow());
        link = said;
      },
    },
  });
}

async function load(stream) {
  stream.data = (await fetchEvent(stream.id)) ?? stream.data;
  if (!stream.data && streams.get(stream.id) === stream) setTimeout(() => load(stream), AGAIN);
}

/**
 * Draws, and sleeps until a digit changes: sixty looks a second would keep a small computer busy with nothing.
 * The next second is looked up before drawing: one that begins meanwhile must not be missed.
 */
function frame() {
  const soon = Math.min(LOOK, ...[...streams.values()].flatMap(toNextSecond));
  try {
    show();
  } finally {
    setTimeout(frame, soon);
  }
}

/** The ms until the next second of everything that counts down in this event. */
function toNextSecond({ following, state, data }) {
  const clock = state?.clock;
  const ends = [clock?.at_ms + clock?.remaining_ms, data?.pause?.at_ms + data?.pause?.ms, ...(data?.draft ?? []).map((group) => group.until_ms)];
  return ends.map((end) => (((end - following.serverNow()) % 1000) + 1000) % 1000).filter(Number.isFinite);
}

function show() {
  const all = [...streams.values()];
  const [first] = all;
  const at = present(first);
  if (Number.isNaN(at.serverNow) && first?.id) return goOn();
  if (screen.sounds) for (const each of all) if (each.state?.clock?.cues) soundDue(each.state.clock, at.serverNow, { event: each.id, volume: screen.volume });
  if (all.length > 1) paint("events", 0, events, all, at, all.map((each) => [each.id, each.data?.revision, each.state?.revision, each.state && phaseAt(each.state.clock, at.serverNow)]).join());
  else one(first, at);
}

function one({ id, data, state }, at) {
  if (id && (!data || !state)) return drawn ? goOn() : paint("welcome", 0, { draw: moment }, data, at, "");
  if (!id) return paint("welcome", 0, welcome, null, at, [at.box.address, at.box.wifi?.name, at.box.pin].join());
  const list = scenes(data, screen).filter((scene) => possible(scene, data, state));
  const turn = choose(withAnnouncement(list, state), (scene) => SCENES[scene].pages?.(data) ?? 1, sinceNew(list, data, at));
  const phase = phaseAt(state.clock, at.serverNow);
  // Over 14 open tables the list is a number; extra time that ran out moves a table to the others.
  const key = [data.event.id, data.revision, state.revision, state.touch, phase, state.health, extrasLeft(state, at.serverNow), SCENES[turn.scene].key?.(data, at)].join();
  paint(turn.scene, turn.page, SCENES[turn.scene], data, at, key, turn.pages);
}

/** How long these scenes have been on: a new round's pairings begin with their first page. */
function sinceNew(list, data, at) {
  const now = `${list} ${data.round?.number}`;
  if (now !== playing.list) playing = { list: now, from: at.serverNow };
  return at.serverNow - playing.from;
}

/** A scene without anything in it is left out, whatever the desk chose. */
function possible(scene, data, state) {
  if (scene === "clock") return state.clock.phase !== "none";
  if (scene === "pairings" || scene === "set-up") return data.pairings !== null;
  if (scene === "draft") return data.draft.length > 0;
  if (scene === "scenario") return data.scenario !== null;
  return scene in SCENES;
}

function withAnnouncement(list, state) {
  const found = list.length ? list : ["welcome"];
  return state.announcement && !found.includes("clock") ? ["announcement", ...found] : found;
}

const extrasLeft = (state, now) =>
  Object.values(state.clock.extensions ?? {}).filter((ms) => state.clock.remaining_ms != null && state.clock.remaining_ms - (state.clock.running ? now - state.clock.at_ms : 0) + ms > 0).length;

/** Draw the scene if anything about it changed; otherwise only what runs. */
function paint(scene, page, part, data, at, key, pages = 1) {
  const identifying = performance.now() < identifyUntil;
  const now = [scene, page, pages, key, link, identifying, at.timeOfDay, at.health, screen.name, screen.sounds && muted()].join("|");
  if (now !== drawn) {
    const other = drawn.split("|", 2).join() !== `${scene},${page}`;
    drawn = now;
    root.dataset.scene = scene;
    root.dataset.event = data?.event?.id ?? "";
    root.dataset.state = part.state?.(data, at) ?? "";
    root.dataset.link = link === "stale" ? "stale" : "";
    const [top, ...rest] = part.draw(data, at, page).filter(Boolean);
    const announced = announcedBeside(scene, data, at);
    root.toggleAttribute("data-announced", Boolean(announced));
    const said = note(at);
    root.toggleAttribute("data-noted", Boolean(said));
    root.replaceChildren(...[top, announced && announce(announced), ...rest, said, identifying && h("div.w-identify", h("b", screen.name))].filter(Boolean));
    if (other && !matchMedia("(prefers-reduced-motion: reduce)").matches) root.animate([{ opacity: 0 }, { opacity: 1 }], 160);
  }
  painted = { part, data, stream: at.stream };
  part.tick?.(root, data, at);
}

/** Until something else can be drawn, what is there runs on. */
function goOn() {
  painted?.part.tick?.(root, painted.data, present(painted.stream));
}

/** A quiet line at the bottom; it never covers anything. */
function note(at) {
  if (at.health) return h("p.w-note", { "data-state": "alarm" }, at.health);
  if (link === "stale") return h("p.w-note", icon("link"), `No contact with the box since ${quietSince}. The clock goes on.`);
  if (screen.sounds && muted()) return h("p.w-note", "This screen sounds the round, but its browser keeps it mute: click on it once.");
  return null;
}

/** What is announced over running clocks; with several events the first that has something to say, by its name. */
function announcedBeside(scene, data, at) {
  if (scene === "clock") return root.dataset.state !== "called" && at.state.announcement?.text;
  const told = scene === "events" && data.find((each) => each.state?.announcement && each.data);
  return told && `${told.data.event.name}: ${told.state.announcement.text}`;
}

function announce(text) {
  return h("p.w-announce", { "data-length": text.length > 130 ? "long" : null }, h("bdi", { dir: "auto" }, text));
}

function announcement(data, at) {
  const { text } = at.state.announcement;
  return [head("Announcement", at, { beside: data.event.name }), h("section.w-loud", h("p", { dir: "auto", "data-length": text.length > 160 ? "longest" : text.length > 80 ? "long" : null }, text))];
}

const moment = (_, at) => [head("Cinderbox", at), h("section.w-loud", h("p", "One moment."))];

function present(stream) {
  const serverNow = stream?.following.serverNow() ?? NaN;
  return {
    stream,
    serverNow,
    boot: stream?.state?.boot,
    state: stream?.state,
    health: stream?.state ? stream.state.health : box.health,
    box: box.box,
    timeOfDay: timeOfDay(serverNow),
    forecast: box.forecast,
    wallIn: (ms) => timeOfDay(serverNow + ms),
    untilWall: (ms) => ms - wallMs(serverNow),
    wallAbout: (ms) => clockTime(FIVE_MINUTES * Math.round(wallMs(serverNow + ms) / FIVE_MINUTES)),
    wallTime: (ms) => clockTime(ms),
  };
}

/** The box's own time of day; for show only, nothing is counted with it. */
function timeOfDay(serverNow) {
  return Number.isNaN(serverNow) ? "" : clockTime(wallMs(serverNow));
}

const wallMs = (serverNow) => box.wall_ms + serverNow - box.server_ms;

function clockTime(ms) {
  const there = new Date(ms + box.utc_minutes * 60_000);
  return `${there.getUTCHours()}:${String(there.getUTCMinutes()).padStart(2, "0")}`;
}

const wait = (ms) => new Promise((go) => setTimeout(go, ms));

addEventListener("pointerdown", () => screen.sounds && unmute());
begin();
