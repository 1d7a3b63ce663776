// Pick timers of drafts: they stay in sight, whichever event or group is on the wall.
import { mmss } from "../../../server/core/static/clock.js";
import { setText } from "../../../server/core/static/set_text.js";
import { pageOf } from "./choose.js";
import { h, name } from "./h.js";
import { linesOf } from "./whole.js";

const GROUPS = 2; // on a page of the draft
const SEAT = 7.7; // how wide a name is there, in its letters
const LINES = 2; // and how many lines it has

/** How many groups a page of the draft shows: one, where a name is too long to be whole beside another group. */
export const groupsBeside = (groups) => (groups.every(({ seats = [] }) => seats.every((who) => linesOf(who, SEAT, 400) <= LINES)) ? GROUPS : 1);
const MOST = 2; // beside the time of day

/** The groups of an event whose time runs. */
export const timed = ({ data, state }) => (data.playlist.includes("draft") ? data.draft.filter((group) => group.until_ms && group.boot === state.boot) : []);

/** Those that the scene does not show by itself, the next to end first. */
export function elsewhere(events, { scene, id, page }) {
  const shown = (event) => (scene === "draft" && event.id === id ? pageOf(event.data.draft, groupsBeside(event.data.draft), page) : []);
  const named = (event) => (event.id === id ? "" : event.data.event.name);
  const left = (event) => timed(event).filter((group) => !shown(event).includes(group));
  const found = scene === "events" ? [] : events.flatMap((event) => left(event).map((group) => ({ ...group, event: named(event) })));
  const soonest = found.sort((one, other) => one.until_ms - other.until_ms);
  return soonest.slice(0, soonest.slice(0, MOST).some((group) => group.event) ? 1 : MOST); // a name needs the room of two
}

/** In the head of a scene; over another event's scene with the name of its own. */
export const besideTheTime = (groups = []) =>
  groups.map((group) => h("span.w-picks", h("span", group.event && name(group.event), h("span", called(group))), h("b", { "data-until": group.until_ms })));

/** Group 1, pick 4; or what the group builds. */
export const called = (group) => `${group.name}, ${doing(group)}`;
export const doing = ({ pick, title }) => (pick ? `pick ${pick}` : title.toLowerCase());

/** Every timer in the picture. */
export function countDown(root, serverNow) {
  for (const node of root.querySelectorAll("[data-until]")) {
    const left = Number(node.dataset.until) - serverNow;
    setText(node, left > 0 ? mmss(left) : "Time!");
    node.toggleAttribute("data-over", left <= 0);
  }
}
