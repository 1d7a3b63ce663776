// The screens of a phone that reports. Asking who won and what was counted is the same as on a tablet; what is different
// is whose phone it is: one's own says "Me", a slip's is handed over.
import { button, called, h, icon, name } from "../../table/static/tablet/dom.js";
import { note, score } from "../../table/static/tablet/parts.js";
import { count, early, how, sure } from "../../table/static/tablet/screens/count.js";
import { choices } from "../../table/static/tablet/screens/factions.js";
import { who } from "../../table/static/tablet/screens/who.js";
import { gameNo, podPlaces, realms } from "../../table/static/tablet/screens/pod.js";
import { versionOf } from "../../table/static/tablet/steps.js";
import { unchosen } from "../../table/static/tablet/view.js";
import { question, story } from "../../table/static/tablet/words.js";
import { gameConfirm, gameKept, gameTold, gameVersions, podIdle } from "./pod_screens.js";

/** These take the whole page: somebody is in the middle of telling. */
export const TELLING = new Set(["faction", "who", "early", "count", "sure", "how", "realms", "gameNo"]);

const judge = ({ called: people }, acts) =>
  people.judge ? null : button("Call a judge", acts.callJudge, { first: "judge" });
const takeBack = (acts) => button("Take it back", acts.takeBack, { first: "undo" });
const other = (match, id) => match.players.find((player) => player.id !== id);

const idle = (model, acts) => [
  model.me ? null : versus(model.match),
  button("Report the result", acts.begin, { kind: "go" }),
  unchosen(model.match) ? button("Choose a faction", acts.chooseFactions) : null,
  judge(model, acts),
].filter(Boolean);

/** My own choice; on a slip's phone everybody's, one after the other. */
function factions(model, acts) {
  const { match, me } = model;
  const rest = [button("Report the result", acts.begin), judge(model, acts)].filter(Boolean);
  if (!me) return [h("h2", { class: "p-title" }, "Which factions?"), ...match.players.map((player) => chooser(player, acts)), ...rest];
  const mine = match.players.find((player) => player.id === me);
  if (!mine.chosen) return [h("h2", { class: "p-title" }, "Which faction do you play?"), choices(mine, acts), ...rest];
  return [
    h("section", { class: "p-card p-told" }, note("wait", "hand", "You have chosen. It is shown when ", called(other(match, me)), " has.")),
    button("Choose another one", () => acts.choosing(me)),
    ...rest,
  ];
}

const chooser = (player, acts) =>
  button([name(player, false), h("small", {}, player.chosen ? "has chosen" : "choose your faction")], () => acts.choosing(player.id), { class: "button p-chooser" });

function faction(model, acts) {
  const player = model.match.players.find((each) => each.id === model.step.player);
  return [h("h1", {}, called(player), ", which faction?"), choices(player, acts), button("Back", acts.back, { first: "back" })];
}

const versus = (match) =>
  h("section", { class: "p-card p-table" }, name(match.players[0]), h("h2", {}, "plays"), name(match.players[1]));

/** I have told; the other one has to say the same. */
function told(model, acts) {
  const { match, version, me } = model;
  return [
    h(
      "section",
      { class: "p-card p-told" },
      h("h2", {}, "You said"),
      h("p", { class: "t-told" }, story(match, version, me)),
      note("wait", "hand", "Waiting for ", called(other(match, me)), "."),
      h("p", { class: "quiet" }, "The desk sees what you reported. No phone and no tablet on the other side? Tell the desk together, or hand in the slip."),
    ),
    takeBack(acts),
    judge(model, acts) ?? "",
  ];
}

/** The other player's turn, or mine about what the other one told. */
function confirm(model, acts) {
  const { match, version, asks, known, me } = model;
  const heading = me
    ? h("h2", {}, called(other(match, me)), " says")
    : h("div", { class: "t-hand" }, h("h2", {}, icon("hand"), " Hand the phone to"), h("h2", { class: "p-title" }, name(asks)));
  return [
    h("section", { class: "p-card p-told" }, heading, score(match, version), h("p", { class: "t-question" }, question(match, version, asks.id))),
    h(
      "div",
      { class: "t-big" },
      button("Yes, correct", acts.yes, { kind: "go", first: "yes" }),
      button("No", acts.no, { first: "no" }),
    ),
    me ? "" : known ? takeBack(acts) : button("Back", acts.back, { first: "back" }),
    judge(model, acts) ?? "",
  ];
}

/** Both versions, in their own words and equal; each may change theirs. */
function versions(model, acts) {
  const { match, me } = model;
  const card = (player) => {
    const said = match.reports.find((each) => each.player === player.id);
    const mine = !me || me === player.id;
    return h(
      "section",
      { class: "p-card p-told" },
      h("h2", {}, name(player, false)),
      h("p", { class: "t-told" }, story(match, versionOf(said, match), player.id)),
      mine ? button("Change mine", () => acts.change(player.id), { "aria-label": `${player.name}: change mine` }) : null,
    );
  };
  return [
    h("h2", { class: "p-title" }, "You reported different results."),
    match.players.map(card),
    note("alarm", "judge", "The desk sees both. As soon as you both report the same, it is settled."),
    judge(model, acts) ?? "",
  ].flat();
}

/** Both agree; the desk has the last word. */
const waiting = (model, acts) => [
  h(
    "section",
    { class: "p-card p-told" },
    note("done", "yes", "You both agree. The desk looks at it."),
    score(model.match, model.version),
  ),
  takeBack(acts),
  judge(model, acts) ?? "",
];

/** What was told here has not reached the box yet. */
const kept = (model) => [
  h(
    "section",
    { class: "p-card p-told" },
    model.sent.map((each) => h("p", { class: "t-told" }, story(model.match, each, each.player))),
    note("wait", "away", "Kept on this phone. It is sent by itself as soon as there is a connection."),
  ),
];

function done(model, acts) {
  const { match, me } = model;
  const result = me && match.duel ? null : recorded(match);
  return [
    result,
    wrong(model, acts),
  ].filter(Boolean);
}

/** Just now it is undone here; later the desk looks at it. */
function wrong({ called: people, undo }, acts) {
  if (undo) return button("Undo this result", acts.undo, { first: "undo" });
  return people["wrong-result"] ? null : button("Wrong result? Tell the desk", acts.somethingWrong, { first: "undo" });
}

const recorded = (match) =>
  h(
    "section",
    { class: "p-card p-told" },
    note("done", "yes", match.duel ? "The result is in. Thank you." : "This table is decided. Thank you."),
    match.duel ? score(match, match.result) : podPlaces(match),
  );

const nothing = () => [];
const looking = () => [h("p", { class: "p-quiet", role: "status" }, "Looking for the tournament …")];

export const SCREENS = {
  ...{ factions, faction },
  ...{ looking, nothing, idle, who, early, count, sure, how },
  ...{ told, confirm, versions, waiting, kept, done },
  ...{ podIdle, realms, gameNo, gameTold, gameConfirm, gameVersions, gameKept },
};
