// The result is in: what comes next, standings, leaving the event, and "something is wrong".
import { button, h } from "../dom.js";
import { foot, note, score } from "../parts.js";
import { comingUp, stillPlaying } from "../words.js";
import { mayDrop } from "./leaving.js";
import { podPlaces } from "./pod.js";

export function done(model, acts) {
  const { match } = model;
  const gone = match.players.filter((p) => p.out);
  const nobody = gone.length === match.players.length;
  return [
    h(
      "div",
      { class: "t-main" },
      note("done", "yes", settled(match)),
      match.duel ? score(match, match.result) : podPlaces(match),
      h(
        "h1",
        { class: "t-ask" },
        nobody ? "Thank you for playing." : match.closed ? over(match) : comingUp(match, model.minutes),
        h("small", {}, nobody ? "What you played stays and counts." : match.closed ? afterwards(match) : stillPlaying(model.out, model.tables, match)),
      ),
      gone.map((player) =>
        h("p", { class: "t-told" }, h("bdi", {}, player.name), " has dropped from the event."),
      ),
    ),
    foot(
      wrong(model, acts),
      match.standings ? button("Standings", acts.standings, { kind: "plain", first: "cup" }) : null,
      leavingButton(match, acts),
    ),
  ];
}

/** Whoever has nothing left to drop from does not; whoever dropped may take it back. */
function leavingButton({ finished, players }, acts) {
  const drops = players.some(mayDrop);
  if (finished || !(drops || players.some(({ out, returns }) => out && returns))) return null;
  return button(drops ? "Drop from the event" : "Keep playing after all", acts.leave, { kind: "plain", first: drops ? "leave" : "undo" });
}

/** Just now it is undone here; later the desk looks at it. */
function wrong({ called, undo }, acts) {
  if (undo) return button("Undo this result", acts.undo, { first: "undo" });
  return called["wrong-result"] ? h("span") : button("Wrong result? Tell the desk", acts.somethingWrong, { kind: "plain", first: "undo" });
}

function over(match) {
  if (match.finished) return "The event is over";
  return match.next.what === "pairings" && !match.next.through ? "This round is over" : comingUp(match, null);
}

function afterwards({ finished, next, phones }) {
  if (finished) return "Thank you for playing.";
  if (next.what === "places") return `The places are on the wall${phones ? " and on your phone" : ""}.`;
  return "The next pairings appear here by themselves.";
}

function settled({ duel, result }) {
  if (!duel) return "This table is decided. Thank you.";
  return result.both ? "Confirmed by both. Thank you." : "The desk has recorded it.";
}
