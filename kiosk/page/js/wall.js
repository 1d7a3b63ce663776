// The wall: listens to the box, chooses the scene, draws it when something changed, and lets the digits run in between.
import { stayAwake } from "../../../server/core/static/awake.js";
import { fetchBox, fetchEvent, hello, screenId } from "./box.js";
import { draft, events, pause } from "./between.js";
import { bracket } from "./bracket.js";
import { eventsFor, heardBy, inTurn, onNow, scenes, turnsOf, withGlances } from "./choose.js";
import { followEvent } from "./event_stream.js";
import { offerFullScreen } from "./filling.js";
import { champion } from "./finals.js";
import { extrasLeft, phaseOf, round } from "./round.js";
import { offerSwitchingOff } from "./own_screen.js";
import { pairings, places, ranking, standings } from "./lists.js";
import { announcement, goOn, moment, paint, sceneNow, withAnnouncement } from "./paint.js";
import { elsewhere } from "./picks.js";
import { present } from "./present.js";
import { rules } from "./rules.js";
import { scenario } from "./scenario.js";
import { speak } from "./speaking.js";
import { setup } from "./setup.js";
import { unmute } from "../../../server/core/static/speaker.js";
import { beginToSound, play, soundDue } from "./sound.js";
import { hush, newCalls, say } from "./voice.js";
import { roster, welcome } from "./welcome.js";

const SCENES = { welcome, roster, pairings, "set-up": setup, clock: round, standings, bracket, champion, places, ranking, draft, break: pause, scenario, rules, announcement };
const FIRST = { scene: "welcome", page: 0 };
const HELLO = 20_000;
const IDENTIFY = 10_000;
const AGAIN = 3_000;
const SPOKEN = /^(warning|called|table-over-\d+)$/;
const LOOK = 100; // ms between two looks whether anything is to be drawn, if no digit changes before

const streams = new Map(); // event → what is followed
const link = { state: "", since: "" };
let box = null;
let screen = { scene: "auto", event: null, name: "", identify: 0, test: 0, sounds: false, volume: 80, identifyUntil: 0 };
let known = false; // whether the box has been asked who we are: only then can we listen as that screen
let on = null; // the turn that is on

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
  if (box && (found.page !== box.page || found.live !== box.live || brand(found) !== brand(box))) location.reload();
  box = found;
  if (!box.voice) hush();
  tune();
  return box;
}

/** A shop's name, logo and colour are on every scene: with others the page comes anew. */
const brand = ({ shop }) => JSON.stringify(shop || {});

async function greet() {
  const said = await hello(box.csrf, { scene: sceneNow(), size: `${innerWidth}×${innerHeight}`, link: link.state });
  if (!said) return;
  const [before, after] = said.touches || [];
  if (before === box.touch && after === before + 1) box.touch = after; // that was ourselves
  if (said.screen) showAs(said.screen);
}

function showAs(told) {
  const identify = told.identify > screen.identify && screen.name;
  if (told.test > screen.test && screen.name) play("test", told.volume);
  if (told.sounds && !screen.sounds && screen.name) beginToSound();
  if (!told.sounds) hush();
  screen = { twice: screen.twice, ...told, identifyUntil: identify ? performance.now() + IDENTIFY : screen.identifyUntil };
  tune();
}

/** Listen to exactly the events this screen shows and sounds, as the screen it is now. */
function tune() {
  if (!known) return;
  const wanted = new Set(heardBy(screen, box.events, box.wall_ms));
  if (!wanted.size) wanted.add("");
  for (const [id, stream] of streams) {
    if (wanted.has(id) && stream.as === screenId()) continue;
    stream.close();
    streams.delete(id);
  }
  for (const id of wanted) if (!streams.has(id)) listen(id);
}

function listen(id) {
  const stream = followEvent(id, {
    screen: screenId(),
    ask: fetchEvent,
    on: {
      state: (said, before) => link.state !== "stale" && newCalls(before, said).forEach((what) => aloud(id, what)),
      gone: look,
      screen: showAs,
      box: (said) => said.touch !== box.touch && look().then(() => stream.load()),
      link(said) {
        if (said === "stale" && link.state !== "stale") link.since = now(stream).timeOfDay;
        link.state = said;
      },
    },
  });
  streams.set(id, stream);
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
  const { clock } = state || {};
  const { pause, draft } = data || {};
  const ends = (draft || []).map((group) => group.until_ms);
  if (clock) ends.push(clock.at_ms + clock.remaining_ms);
  if (pause) ends.push(pause.at_ms + pause.ms);
  return ends.map((end) => (((end - following.serverNow()) % 1000) + 1000) % 1000).filter(Number.isFinite);
}

const now = (stream) => present(stream, { box, link, screen });

function show() {
  if (screen.sounds) streams.forEach(sound);
  speak(streams, now);
  const shown = eventsFor(screen, box.events, box.wall_ms).map((id) => streams.get(id)).filter(Boolean);
  if (!shown.length) return paint(FIRST, welcome, { data: null, at: now(streams.get("")), key: [box.box.address, box.box.wifi && box.box.wifi.name, box.box.pin].join() });
  const ready = shown.filter(({ data, state, following }) => data && state && !Number.isNaN(following.serverNow()));
  if (!ready.length) return meanwhile(now(shown[0]));
  on = onNow(on, ready.length > 1 ? ofAll(ready) : ofOne(ready[0]), { ms: performance.now(), news: ready.map(newsOf).join() });
  if (on.turn.scene === "events") return paint(on.turn, events, { data: ready, at: now(ready[0]), key: ready.map(rowKey).join() });
  one(on.turn, ready.find(({ id }) => id === on.turn.id), elsewhere(ready, on.turn));
}

function sound({ id, state, following }) {
  if (!state || !state.clock || !state.clock.cues) return;
  const heard = (kind, after) => SPOKEN.test(kind) && aloud(id, kind.replace("table-", ""), { after, first: true });
  soundDue(state.clock, following.serverNow(), { event: id, volume: screen.volume, heard });
}

/** Said by this screen, if it is the one that sounds and the organizer wants it. */
function aloud(event, what, how = {}) {
  if (screen.sounds && box.voice) say({ event, what, volume: screen.volume, ...how });
}

/** Nothing new can be drawn yet. */
function meanwhile(at) {
  if (sceneNow()) goOn(now);
  else if (!Number.isNaN(at.serverNow)) paint(FIRST, moment, { data: null, at });
}

function one(turn, stream, picks) {
  const { data, state } = stream;
  const at = { ...now(stream), picks };
  // Over 14 open tables the list is a number; extra time that ran out moves a table to the others.
  const scene = SCENES[turn.scene];
  const own = scene.key && scene.key(data, at);
  const key = [data.event.id, data.revision, state.revision, state.touch, phaseOf(at), extrasLeft(at), own];
  paint(turn, scene, { data, at, key: key.join() });
}

/** What the turns begin anew for: a new round's pairings with their first page, an announcement at once. */
const newsOf = ({ data, state }) => [data.playlist, data.round && data.round.number, state.announcement && state.announcement.id];
const rowKey = (stream) => [stream.id, stream.data.revision, stream.state.revision, phaseOf(now(stream))];

const ofOne = (stream) => paged(stream, withAnnouncement(scenesOf(stream), stream));

/** Several events, left alone: their clocks stand in a list, and only time that is called comes as a scene of its own. */
function ofAll(ready) {
  if (screen.scene !== "auto") return inTurn(ready.map(ofOne));
  const counts = (stream) => scenesOf(stream).includes("clock");
  const beside = (stream) => scenesOf(stream).filter((scene) => scene !== "clock" || phaseOf(now(stream)) === "called");
  const turns = inTurn(ready.map((stream) => paged(stream, withAnnouncement(beside(stream), stream))));
  return ready.some(counts) || !turns.length ? withGlances(turns) : turns;
}

const scenesOf = ({ data, state }) => scenes(data, screen, (scene) => possible(scene, data, state));
const paged = ({ id, data }, list) => turnsOf(id, list, (scene) => (SCENES[scene].pages ? SCENES[scene].pages(data) : 1));

/** A scene without anything in it is left out, whatever the desk chose. */
function possible(scene, data, state) {
  if (scene === "clock") return state.clock.phase !== "none";
  if (scene === "pairings" || scene === "set-up") return data.pairings !== null;
  if (scene === "draft") return data.draft.length > 0;
  if (scene === "scenario") return data.scenario !== null;
  if (scene === "rules") return data.rules.length > 0;
  if (scene === "ranking") return data.ranking.length > 0;
  if (scene === "champion") return data.champion !== null;
  if (scene === "places") return data.places.length > 0;
  return scene in SCENES;
}

const wait = (ms) => new Promise((go) => setTimeout(go, ms));

// A finger's first touch is no permission yet in every browser; what it becomes is.
for (const kind of ["pointerdown", "click", "keydown"]) addEventListener(kind, () => screen.sounds && unmute());
offerFullScreen();
offerSwitchingOff(() => box.csrf);
const { awakeMp4: mp4, awakeWebm: webm } = document.getElementById("wall").dataset;
stayAwake({ mp4, webm });
begin();
