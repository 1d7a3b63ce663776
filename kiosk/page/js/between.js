// Between rounds and beside them: the draft, the break, several events on one wall.
import { mmss, remainingAt } from "../../../server/core/static/clock.js";
import { h, icon, many, name } from "./h.js";
import { lengthOf } from "./finals.js";
import { breakLeft, event, foot, head, over } from "./frame.js";
import { pageOf, pagesOf } from "./choose.js";
import { called, doing, groupsBeside, timed } from "./picks.js";
import { isAhead, phaseOf, write } from "./round.js";

const LONG = 32; // letters of an event that fit in one line beside its clock

export const draft = {
  pages: (data) => (data.cards_back ? 1 : pagesOf(data.draft, groupsBeside(data.draft))),
  draw(data, at, page) {
    if (data.cards_back) return [head("Cards go back", at, { beside: event(data) }), h("section.w-loud", h("p", { "data-length": "long" }, data.cards_back))];
    const groups = pageOf(data.draft, groupsBeside(data.draft), page);
    return [
      head(data.draft_name, at, { beside: event(data) }),
      h("section.w-drafts", { "data-groups": groups.length, "data-long": groupsBeside(data.draft) === 1 }, ...groups.map((group) => groupOf(group, at, data.draft_name))),
      foot(data.draft_note, this.pages(data) > 1 ? `Page ${page + 1} of ${this.pages(data)}` : ""),
    ];
  },
};

function groupOf(group, at, title) {
  const { pick, picks } = group;
  const until = group.until_ms && group.boot === at.boot ? h("p.w-timer.num", { "data-until": group.until_ms }) : null;
  return h(
    "article.w-group",
    (group.name !== title || until) && h("header", group.name === title ? h("span") : h("h2", group.name), until),
    h("p.step", pick ? h("b.num", "Pick ", pick, h("small", ` of ${picks}`)) : h("b", group.title), pick > 0 && pick < picks && h("b.pass", icon("left"), "Pass left"), group.held && h("b.pass.num", group.held)),
    pick > 0 && h("div.w-pips", ...Array.from({ length: picks }, (_, n) => h("i", { "data-is": n + 1 < pick ? "done" : n + 1 === pick ? "now" : null }))),
    h("p.text", group.text),
    ring(group),
  );
}

/** The table from above: down on the right, up on the left, so that the next seat is the one to the left. */
function ring({ seats, ring: round, pick, picks }) {
  const half = Math.ceil(seats.length / 2);
  const passes = pick > 0 && pick < picks;
  const seat = (index, side) => index >= 0 && index < seats.length && [h(`span.num.${side}`, index + 1), name(seats[index], `.${side}`)];
  const rows = Array.from({ length: half }, (_, row) => {
    const left = seats.length - 1 - row;
    return h("li", left >= half && seat(left, "left"), seat(row, "right"));
  });
  return h("div.w-ring", half > 1 && round && h("div.way", passes && icon("right"), passes && icon("left")), h("ol", ...rows));
}

export const pause = {
  draw(data, at) {
    const left = breakLeft(data, at);
    const top = head("Break", at, { beside: event(data), state: over(data, at) });
    if (left === null) return [top, h("section.w-loud", h("p", unknown(data.pause, at)))];
    const next = left > 0 ? `The next pairings come ${at.inWords(left)}.` : "The break is over. The pairings come next.";
    return [top, h("section.w-clock", { "data-says": true }, h("div.w-digits.w-break", { role: "timer", "data-digits": true }), h("p.w-say", next))];
  },
  tick(root, data, at) {
    const digits = root.querySelector("[data-digits]");
    const left = breakLeft(data, at);
    if (digits && left !== null) write(digits, left);
  },
  /** The sentence changes when the time is up. */
  key: (data, at) => breakLeft(data, at) === 0,
};

/** The box was switched off since the break began, or there is none: when it ends is then only about known. */
function unknown(pause, at) {
  const later = at.known && pause && pause.over_wall_ms && at.untilWall(pause.over_wall_ms) > 0;
  return later ? `The next pairings come at about ${at.wallTime(pause.over_wall_ms)}.` : "The next pairings come soon.";
}

/** Several events at once: a row with its own clock for each. */
export const events = {
  draw(all, at) {
    const more = at.running - all.length;
    return [
      head("Today", at),
      h("section.w-events", ...all.map((each) => row(each, at))),
      more > 0 && foot(`${more} more ${more === 1 ? "event is" : "events are"} being played. The desk can give each event its own screen.`),
    ];
  },
  tick(root, all, at) {
    for (const each of all) {
      const node = root.querySelector(`[data-event="${CSS.escape(each.id)}"] .clock`);
      const shown = words(each, at);
      if (!node || node.textContent === shown) continue;
      const short = phaseOf({ state: each.state, serverNow: at.serverNow }) === "warning" && icon("warn");
      node.replaceChildren(...[short, shown].filter(Boolean));
      node.toggleAttribute("data-words", !/^\d+:\d\d$/.test(shown));
    }
  },
};

function row({ id, data, state }, at) {
  const progress = state.tables && !data.champion ? `, ${state.results_in} of ${many(state.tables, "result")} in` : "";
  return h(
    "article",
    { "data-event": id, "data-state": phaseOf({ state, serverNow: at.serverNow }) },
    h("div", name(data.event.name, data.event.name.length > LONG ? ".long" : ""), h("p", `${data.where}${progress}${picking({ data, state })}`)),
    data.champion ? wonBy(data.champion) : h("b.clock.num"),
  );
}

/** In place of a clock that nobody needs any more. */
function wonBy({ name: who, team }) {
  const all = team || [who];
  return h("div.w-won", { "data-length": lengthOf(all) }, h("p", team ? "Champions" : "Champion"), ...all.map((each) => name(each)));
}

/** In a draft the group whose time ends first; the only one is called what the draft is called. */
const soonest = (each) => timed(each).sort((one, other) => one.until_ms - other.until_ms)[0];

function picking(each) {
  const group = soonest(each);
  if (!group) return "";
  return `, ${group.name === each.data.where ? doing(group) : called(group).toLowerCase()}`;
}

const WORDS = { none: "", "not-started": "Set-up", called: "Time called" };

function words({ data, state }, { serverNow }) {
  const phase = phaseOf({ state, serverNow });
  const left = remainingAt(state.clock, serverNow);
  const pick = soonest({ data, state });
  if (pick) return pick.until_ms > serverNow ? mmss(pick.until_ms - serverNow) : "Time!";
  if (phase in WORDS && (left !== null || phase !== "not-started" || isAhead(phase, data, state))) return WORDS[phase];
  if (phase === "ended") return state.results_in < state.tables ? "Clock stopped" : "All results in";
  if (left === null) return phase === "paused" ? "Paused" : data.plan.kind === "chess" ? "Chess clocks" : "No time limit";
  return phase === "paused" ? `Paused ${mmss(left)}` : mmss(left);
}
