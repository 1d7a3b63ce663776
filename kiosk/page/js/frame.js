// The head every scene shares: where we are, the state, the time of day.
import { h, name } from "./h.js";
import { besideTheTime } from "./picks.js";
import { scan } from "./scan.js";

const LONG = 50; // characters beside a short title that fit in one line
const BOTH = 50; // and with the title's own
const WITH_STATE = 40; // and with “Running” on the right
const LARGE = 1.35; // so much wider are the title's

export function head(title, at, { beside = null, state = null, scan: scans = true } = {}) {
  return h(
    "header.w-head",
    h("div.w-where", { "data-tight": Boolean(at.shop && at.shop.logo), "data-long": Boolean(beside) && isLong(title, beside, state) }, h("h1", { "data-names": typeof title !== "string" }, title), beside && name(beside)),
    state ? h("div.w-state", state) : h("span"),
    h("div.w-now.num", ...besideTheTime(at.picks), at.shop && at.shop.logo && h("img.w-logo", { src: at.shop.logo, alt: at.shop.name || "" }), scans && scan(at), at.timeOfDay),
  );
}

const isLong = (title, beside, state) => beside.length > LONG || (typeof title === "string" && LARGE * title.length + beside.length > (state ? WITH_STATE : BOTH));

/** “Ember Cup · its rulebook”. */
export const event = (data) => (data.event.name ? `${data.event.name} · ${data.event.ruleset}` : data.event.ruleset);

/** The ms that are left of the break; null without one that can be counted. */
export function breakLeft(data, at) {
  if (!data.pause || data.pause.boot !== at.boot) return null;
  return Math.max(0, data.pause.at_ms + data.pause.ms - at.serverNow);
}

/** In a break, over what else is shown: when the pairings come. */
export function next(data, at) {
  const left = breakLeft(data, at);
  return left ? h("span.w-plain", `Pairings ${at.inWords(left)}`) : null;
}

/** Between rounds, if the organizer wishes it: when the event will be over, to five minutes. */
export function over(data, at) {
  if (!at.forecast || !data.forecast || !data.forecast.rounds_left || data.forecast.next_wall_ms === null) return null;
  const { next_wall_ms, between_ms, after_ms } = data.forecast;
  return h("span.w-plain", `Over ${at.aboutWords(Math.max(0, at.untilWall(next_wall_ms)) + after_ms - between_ms)}`);
}

/** A foot line under a list: what to do on the left, which page on the right. */
export const foot = (left, right = "") => h("footer.w-page", h("span", left), h("span.num", right));

/** “A–L, page 1 of 4”. */
export function pageWords(rows, page, pages, first = (row) => row.name) {
  if (pages < 2 || !rows.length) return "";
  const letter = (row) => (first(row).match(/[\p{L}\p{N}]/u) || [...first(row)])[0].toLocaleUpperCase();
  return `${letter(rows[0])}–${letter(rows[rows.length - 1])}, page ${page + 1} of ${pages}`;
}
