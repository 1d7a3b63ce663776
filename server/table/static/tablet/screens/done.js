// The result is in: what comes next, standings, leaving the event, and "something is wrong".
import { button, h } from "../dom.js";
import { foot, note, score } from "../parts.js";
import { comingUp, stillPlaying } from "../words.js";
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
        nobody ? "Thank you for playing." : match.closed ? over(match) : comingUp(match.next, model.minutes),
        h("small", {}, nobody ? "What you played stays and counts." : match.closed ? afterwards(match) : stillPlaying(model.out, model.tables, match.phones)),
      ),
      gone.map((player) =>
        h("p", { class: "t-told" }, h("bdi", {}, player.name), " has dropped from the event."),
      ),
    ),
    foot(
      wrong(model, acts),
      match.standings ? button("Standings", acts.standings, { kind: "plain", first: "cup" }) : null,
      match.finished || !match.players.some((player) => !player.out || player.returns)
        ? null
        : button("Drop from the event", acts.leave, { kind: "plain", first: "leave" }),
    ),
  ];
}

/** Just now it is undone here; later the desk looks at it. */
function wrong({ called, undo }, acts) {
  if (undo) return button("Undo this result", acts.undo, { first: "undo" });
  return called["wrong-result"] ? h("span") : button("Wrong result? Tell the desk", acts.somethingWrong, { kind: "plain", first: "undo" });
}

function over({ finished, next }) {
  if (finished) return "The event is over";
  return next.what === "pairings" ? "This round is over" : comingUp(next, null);
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
