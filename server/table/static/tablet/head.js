// The head: table, round, and the round's clock with this table's own extra time.
import { mmss, tablePhaseAt, tableRemainingAt } from "../../../core/static/clock.js";
import { setText } from "../../../core/static/set_text.js";
import { button, h, icon } from "./dom.js";

const MAY_GO = ["idle", "podIdle", "done", "draft"]; // nobody is in the middle of telling something

/** A tablet that belongs to no table can say here that it is at another one. */
export function head({ match, screen, fixed, fills }, acts) {
  const round = match.draft ? besideDraft(match) : match.round_name ? match.round_name[0].toUpperCase() + match.round_name.slice(1) : match.name;
  return h(
    "header",
    { class: "t-head" },
    h(
      "div",
      { class: "t-here" },
      h("b", { class: "num" }, here(match)),
      !fixed && MAY_GO.includes(screen) && button("Another table", acts.chooseTable, { kind: "plain", first: "hand" }),
      fills && MAY_GO.includes(screen) && button("", acts.fillScreen, { kind: "plain", first: "fill", "aria-label": "Full screen" }),
    ),
    h("span", { class: "quiet name" }, match.pod && match.step !== "in" ? `${round}, game ${match.pod.number}` : round),
    match.game.timer === "none" ? h("span", { class: "quiet" }, "no time limit") : h("span", { class: "clock num", role: "timer", "aria-label": "Time left at this table", "data-clock": true }),
  );
}

/** A draft group is called what the wall calls it; its table's number is the group's. */
function here({ table, draft }) {
  if (draft) return draft.name;
  return table ? `Table ${table}` : "";
}

/** Beside the group which draft it is, and whose. */
const besideDraft = ({ name, draft }) => (draft.name === draft.called ? name : `${draft.called}, ${name}`);

/** Put the time into the head. Nothing is built anew while only digits change. */
export function showClock(place, clock, table, serverNow) {
  if (!place) return;
  const left = clock && Number.isFinite(serverNow) ? tableRemainingAt(clock, table, serverNow) : null;
  const extra = clock?.extensions?.[table] ?? 0;
  const phase = left === null ? "none" : tablePhaseAt(clock, table, serverNow);
  const shape = `${phase} ${extra}`;
  if (place.dataset.shape !== shape) {
    place.dataset.shape = shape;
    place.dataset.state = phase;
    place.replaceChildren(...drawn(phase, extra));
  }
  const digits = place.querySelector("[data-digits]");
  if (digits) setText(digits, phase === "called" ? "0:00" : mmss(Math.max(0, left)));
}

function drawn(phase, extra) {
  if (phase === "none" || phase === "ended") return [];
  const signs = { running: ["play", "running"], warning: ["warning", "little time"], called: ["judge", "time is called"] };
  const [sign, label] = signs[phase] ?? ["pause", phase === "paused" ? "paused" : "not started"];
  return [
    extra ? h("span", { class: "tag", "data-state": "warning" }, `+${mmss(extra)}`) : "",
    icon(sign, label),
    h("span", { "data-digits": true }),
  ];
}
