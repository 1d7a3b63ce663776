// A table of several on a phone: one's own speaks for that player alone, a slip's is handed round.
import { button, called, h, icon, name } from "../../table/static/tablet/dom.js";
import { note } from "../../table/static/tablet/parts.js";
import { inTeams, others } from "../../table/static/tablet/pod_teams.js";
import { countRows, countWords, drawn, gameStory, saysYes, seats, soFar, timeIsUp, went } from "../../table/static/tablet/pod_words.js";

const judge = ({ called: people }, acts) => (people.judge ? "" : button("Call a judge", acts.callJudge, { first: "judge" }));
const takeBack = (acts) => button("Take it back", acts.takeBack, { first: "undo" });
const card = (...parts) => h("section", { class: "p-card p-told" }, parts);
const rows = (match, version) => h("ol", { class: "t-people" }, countRows(match, version));
const out = ({ pod }, id) => pod.left.includes(id);

export const podIdle = (model, acts) => [
  card(h("ol", { class: "t-people" }, seats(model.match)), model.me ? null : drawn(model.match), h("p", { class: "p-so-far" }, timeIsUp(model) ? went(model.match) : soFar(model.match))),
  out(model.match, model.me) ? "" : h("div", { class: "t-yes" }, reporting(model, acts)),
  model.undo ? button(`Undo game ${model.match.pod.number - 1}`, acts.undo, { first: "undo" }) : "",
  judge(model, acts),
];

/** Once time is called a game stops where it is; one that was won just before is still reported. */
function reporting(model, acts) {
  const up = timeIsUp(model);
  const { number } = model.match.pod;
  const report = button(up ? `Game ${number} was won before that` : `Report game ${number}`, acts.beginGame, { kind: up ? "" : "go" });
  if (!up) return [report];
  const stop = button(countWords(model.match), () => acts.stopGame(model.me || null), { kind: "go" });
  return [model.me ? "" : note("alarm", "judge", `Time is called. ${model.match.pod.after}`), stop, report];
}

/** I have told, or my partner has; one of the others has to say the same. */
export function gameTold(model, acts) {
  const { match, version, me } = model;
  const teller = match.players.find(({ id }) => id === version.player);
  const mine = version.player === me;
  const waits = inTeams(match) ? "Waiting for another team." : "Waiting for one of the others.";
  return [
    card(h("h2", {}, mine ? "You said" : [called(teller), " says"]), rows(match, version), note("wait", "hand", waits)),
    mine ? takeBack(acts) : button("I disagree", () => acts.tellOwn(me), { first: "no" }),
    judge(model, acts),
  ];
}

/** What another one told, or what goes round with a slip. */
export function gameConfirm(model, acts) {
  const { match, version, known, me } = model;
  const teller = match.players.find(({ id }) => id === version.player);
  const heading = me ? [called(teller), " says"] : [icon("hand"), ` Hand the phone to ${inTeams(match) ? "another team" : "one of the others"}`];
  return [
    card(h("h2", {}, heading), h("p", { class: "t-told" }, gameStory(match, version)), rows(match, version)),
    out(match, me) ? "" : h("div", { class: "t-yes" }, answers(model, acts)),
    me ? "" : known ? takeBack(acts) : button("Back", acts.backGame, { first: "back" }),
    judge(model, acts),
  ];
}

function answers({ match, version, me }, acts) {
  if (me) {
    const no = button("No", () => acts.tellOwn(me), { first: "no" });
    return [button("Yes, correct", () => acts.confirmGame(me), { kind: "go", first: "yes" }), no];
  }
  const yes = (player) => button(saysYes(player), () => acts.confirmGame(player.id), { first: "yes" });
  return [...others(match, version.player).map(yes), button("No", acts.denyGame, { first: "no" })];
}

/** Every version, equal; each may change theirs. */
export function gameVersions(model, acts) {
  const { match, me } = model;
  const told = (said) => {
    const player = match.players.find(({ id }) => id === said.player);
    const mine = !me || me === player.id;
    const change = button("Change mine", () => acts.tellOwn(player.id), { "aria-label": `${player.name}: change mine` });
    return card(h("h2", {}, name(player, false)), rows(match, said), mine ? change : null);
  };
  const silent = me && !match.pod.reports.some(({ player }) => player === me) && !out(match, me);
  return [
    h("h2", { class: "p-title" }, `Game ${match.pod.number} was reported in different ways.`),
    ...match.pod.reports.map(told),
    silent ? button("Report it myself", () => acts.tellOwn(me)) : "",
    note("alarm", "judge", "The desk sees them all. As soon as two are the same, it is settled."),
    judge(model, acts),
  ];
}

/** What was told here has not reached the box yet. */
export const gameKept = ({ match, sent }) => [
  card(rows(match, sent[0]), note("wait", "away", "Kept on this phone. It is sent by itself as soon as there is a connection.")),
];
