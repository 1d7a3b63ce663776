// The picture: a scene is drawn when something about it changed; in between only its digits run.
import { head } from "./frame.js";
import { h, icon } from "./h.js";
import { countDown } from "./picks.js";
import { muted } from "../../../server/core/static/speaker.js";

const COUNTING = ["clock", "draft", "break"]; // what runs down here is not hidden for an announcement
const root = document.getElementById("wall");
let drawn = "";
let painted = null; // {part, data, stream}: what runs on when nothing new can be drawn

/** Draw the scene if anything about it changed; `key` is what its picture depends on. */
export function paint({ scene, page, pages = 1 }, part, { data, at, key = "" }) {
  const identifying = performance.now() < at.screen.identifyUntil;
  const now = [scene, page, pages, key, at.link.state, identifying, at.minute, at.known, at.health, at.power, at.forecast, at.screen.name, at.screen.sounds && muted(), at.screen.twice, (at.picks || []).map((group) => [group.event, group.group, group.until_ms])].join("|");
  if (now !== drawn) {
    const other = drawn.split("|", 2).join() !== `${scene},${page}`;
    drawn = now;
    draw(scene, part.draw(data, at, page).filter(Boolean), { data, at, state: (part.state && part.state(data, at)) || "", identifying });
    if (other && !matchMedia("(prefers-reduced-motion: reduce)").matches) root.animate([{ opacity: 0 }, { opacity: 1 }], 160);
  }
  painted = { part, data, stream: at.stream };
  tick(part, data, at);
}

/** Until something else can be drawn, what is there runs on; `now` is the present of a stream. */
export const goOn = (now) => painted && tick(painted.part, painted.data, now(painted.stream));

function tick(part, data, at) {
  countDown(root, at.serverNow);
  if (part.tick) part.tick(root, data, at);
}

/** Which scene is on, for the desk. */
export const sceneNow = () => drawn.split("|", 1)[0];

function draw(scene, [top, ...rest], { data, at, state, identifying }) {
  const announced = announcedBeside(scene, { data, at, state });
  const said = note(at);
  Object.assign(root.dataset, { scene, state, event: data && data.event ? data.event.id : "", link: at.link.state === "stale" ? "stale" : "" });
  root.toggleAttribute("data-announced", Boolean(announced));
  root.toggleAttribute("data-noted", Boolean(said));
  const parts = [top, announced && announce(announced), ...rest, said, identifying && h("div.w-identify", h("b", at.screen.name))];
  root.replaceChildren(...parts.filter(Boolean));
}

/** A quiet line at the bottom; it never covers anything. */
function note(at) {
  if (at.power === "off") return h("p.w-note", at.link.state === "stale" ? "The box is off. You may unplug it now." : "The box is being switched off.");
  if (at.power) return h("p.w-note", "The box restarts. This screen comes back by itself.");
  if (at.health) return h("p.w-note", { "data-state": "alarm" }, at.health);
  if (at.link.state === "stale") return h("p.w-note", icon("link"), `No contact with the box${at.link.since ? ` since ${at.link.since}` : ""}. The clock goes on.`);
  if (at.screen.sounds && muted()) return h("p.w-note", "This screen sounds the round, but its browser keeps it mute: click on it once.");
  if (at.screen.twice) return h("p.w-note", "Two windows show this screen. Open one of them as ", h("b", "/wall?screen=left"), ", or another name.");
  return null;
}

/** The scenes with the announcement before them; where one counts down, it stands in its head instead. */
export function withAnnouncement(list, { data, state }) {
  const counts = list.some((scene) => COUNTING.includes(scene) && !(scene === "draft" && data.cards_back));
  return state.announcement && list.length && !counts ? ["announcement", ...list] : list;
}

/** What is announced over whatever counts down; with several events the first that has something to say, by its name. */
function announcedBeside(scene, { data, at, state }) {
  if (scene === "clock" && state === "called") return null;
  if (COUNTING.includes(scene)) return at.state.announcement && at.state.announcement.text;
  const told = scene === "events" && data.find((each) => each.state && each.state.announcement && each.data);
  return told && `${told.data.event.name}: ${told.state.announcement.text}`;
}

function announce(text) {
  return h("p.w-announce", { "data-length": text.length > 130 ? "long" : null }, h("bdi", { dir: "auto" }, text));
}

export const announcement = {
  draw(data, at) {
    const { text } = at.state.announcement;
    const length = text.length > 160 ? "longest" : text.length > 80 ? "long" : null;
    return [head("Announcement", at, { beside: data.event.name }), h("section.w-loud", h("p", { dir: "auto", "data-length": length }, text))];
  },
};

export const moment = { draw: (_, at) => [head("Cinderbox", at), h("section.w-loud", h("p", "One moment."))] };
