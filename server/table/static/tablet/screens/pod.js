// A table of several: its games so far, the numbers of the game just played, and the others who confirm it.
import { button, called, capital, h, icon, long, name } from "../dom.js";
import { foot, footLeft, judgeButton, note } from "../parts.js";
import { missing, tellsWinner, won } from "../pod_steps.js";
import { inTeams, others, sides } from "../pod_teams.js";
import { countRows, countWords, drawn, games, gameStory, goneWords, letter, saysYes, seats, soFar, timeIsUp } from "../pod_words.js";

/** Who sits here and how many games each has won. */
export function podIdle(model, acts) {
  const { match } = model;
  return [
    h(
      "div",
      { class: "t-main t-pod", "data-up": timeIsUp(model) },
      h("h1", { class: "sr" }, `Table ${match.table}, game ${match.pod.number}`),
      h("p", { class: "t-rules" }, match.rules),
      h("ol", { class: "t-people" }, seats(match)),
      drawn(match),
      timeIsUp(model) ? stopped(match, acts) : h("p", { class: "t-told" }, soFar(match)),
    ),
    foot(
      h("div", { class: "t-acts" }, judgeButton(model, acts), model.undo && button(`Undo game ${match.pod.number - 1}`, acts.undo, { first: "undo" })),
      timeIsUp(model)
        ? button(countWords(match), () => acts.stopGame(), { kind: "go", class: "button t-report" })
        : button(`Report game ${match.pod.number}`, acts.beginGame, { kind: "go", class: "button t-report" }),
    ),
  ];
}

/** A game that was won just before is still reported; any other one ends with what everybody has. */
const stopped = (match, acts) => [
  note("alarm", "judge", `Time is called. ${match.pod.after}`),
  button(`Game ${match.pod.number} was won before that`, acts.beginGame, { kind: "plain" }),
];

/** One row for each player in seat order, one tap each. */
export function realms(model, acts) {
  const { match, step } = model;
  const lacks = missing(step, match);
  return [
    h(
      "div",
      { class: "t-main t-telling" },
      h(
        "h1",
        { class: "t-ask" },
        `${capital(match.game.exactly)} ${step.stopped ? "when time was called in" : "at the end of"} game ${step.number}`,
        h("small", {}, step.stopped ? match.pod.after : soFar(match)),
      ),
      inTeams(match)
        ? [h("div", { class: "t-teams" }, sides(match).map((side) => teamRow(model, acts, side))), keys(model, acts)]
        : h(
            "div",
            { class: "t-realms", "data-seats": match.players.length, "data-many": match.pod.limits.each > 7 },
            match.players.map((player, seat) => row(model, acts, player, seat)),
          ),
    ),
    h(
      "footer",
      { class: "t-foot" },
      h("div", { class: "t-acts" }, button("Back", acts.backGame, { kind: "plain", first: "back" }), judgeButton(model, acts)),
      h("p", { class: "t-lacks", role: "status" }, lacks ?? ""),
      button(inTeams(match) ? "Next: another team confirms" : "Next: the others confirm", acts.nextGame, { kind: "go", disabled: lacks !== null }),
    ),
  ];
}

function row({ match, step }, acts, player, seat) {
  const isWinner = won(step.winner, seat, match);
  const left = match.pod.left.includes(player.id);
  const words = left ? goneWords(match, [seat]) : isWinner ? [icon("cup"), "won this game"] : `seat ${seat + 1}`;
  const who = [name(player, false), h("small", {}, words)];
  const number = (count) =>
    h(
      "button",
      { type: "button", "aria-pressed": String(step.realms[seat] === count), onclick: () => acts.tapRealms(seat, count) },
      count,
    );
  const most = step.stopped ? Math.min(match.pod.limits.each, match.pod.limits.others) : match.pod.limits.each;
  const counts = Array.from({ length: most + 1 }, (_, count) => count);
  return h(
    "div",
    { class: "t-realm", "data-won": isWinner, "data-left": left },
    step.stopped || tellsWinner(match) || left
      ? h("div", { class: "who" }, who)
      : h("button", { type: "button", class: "who", "aria-pressed": String(isWinner), onclick: () => acts.crown(seat) }, who),
    left ? null : h("div", { class: "t-nums", role: "group", "aria-label": `${capital(match.game.exactly)} of ${player.name}` }, counts.map(number)),
  );
}

/** A team: what it has together, and both of its players to be asked for; its letter is tapped if it won. */
function teamRow({ match, step }, acts, side) {
  const isWinner = won(step.winner, side[0], match);
  const total = side.reduce((sum, seat) => sum + (step.realms[seat] || 0), 0);
  const told = side.some((seat) => step.realms[seat] !== null);
  const sum = h("b", { class: "num t-sum" }, told ? String(total) : "–");
  const about = [h("span", { class: "t-of" }, letter(match, side[0]), sum), isWinner && h("small", {}, icon("cup"), "won this game")];
  const called = `Team ${match.pod.teams[side[0]]}`;
  const gone = side.every((seat) => match.pod.left.includes(match.players[seat].id));
  return h(
    "div",
    { class: "t-team", "data-won": isWinner },
    step.stopped || gone
      ? h("div", { class: "who" }, about)
      : h("button", { type: "button", class: "who", "aria-pressed": String(isWinner), "aria-label": `${called} won`, onclick: () => acts.crown(side[0]) }, about),
    side.map((seat) => member({ match, step }, acts, seat)),
  );
}

function member({ match, step }, acts, seat) {
  const player = match.players[seat];
  const left = match.pod.left.includes(player.id);
  const count = step.realms[seat];
  const parts = [
    h("span", { class: "t-seat" }, match.pod.seats[seat], left && `, ${goneWords(match, [seat])}`),
    name(player, false),
    h("b", { class: "num" }, count === null ? "" : String(count)),
  ];
  if (left) return h("div", { class: "t-member", "data-left": true }, parts);
  return h("button", { type: "button", class: "t-member", "aria-pressed": String(step.seat === seat), onclick: () => acts.askSeat(seat) }, parts);
}

/** The numbers for whoever is asked for; then the next one is. */
function keys({ match, step }, acts) {
  const asked = step.seat >= 0 ? step.seat : null;
  const whose = asked === null ? "everybody" : match.players[asked].name;
  const key = (count) =>
    h("button", { type: "button", disabled: asked === null, "aria-pressed": String(asked !== null && step.realms[asked] === count), onclick: () => acts.tapRealms(asked, count) }, count);
  const counts = Array.from({ length: match.pod.limits.each + 1 }, (_, count) => count);
  return h("div", { class: "t-count", role: "group", "aria-label": `${capital(match.game.exactly)} of ${whose}` }, counts.map(key));
}

/** One of the others says that it is right; in teams somebody of another team. */
export function gameConfirm(model, acts) {
  const { match, version, known } = model;
  const yes = (player) => button(saysYes(player), () => acts.confirmGame(player.id), { first: "yes" });
  return [
    h(
      "div",
      { class: "t-main t-agree" },
      h("span", { class: "t-hand" }, icon("hand"), ` Hand the tablet to ${inTeams(match) ? "another team" : "one of the others"}`),
      h("h1", { class: "t-ask", "data-long": inTeams(match) || long(...match.players) }, gameStory(match, version)),
      h("ol", { class: "t-people" }, countRows(match, version)),
      h("div", { class: "t-yes" }, others(match, version.player).map(yes), button("No", acts.denyGame, { first: "no", "data-no": true })),
    ),
    footLeft(
      known
        ? button("Take it back", acts.takeBack, { kind: "plain", first: "undo" })
        : button("Back", acts.backGame, { kind: "plain", first: "back" }),
      judgeButton(model, acts),
    ),
  ];
}

/** Somebody tells it differently: who? */
export function gameNo(model, acts) {
  const { match, version } = model;
  const rest = match.players.filter(({ id }) => id !== version.player && !match.pod.left.includes(id));
  return [
    h(
      "div",
      { class: "t-main" },
      h("h1", { class: "t-ask" }, "Who disagrees?", h("small", {}, "The desk sees both versions.")),
      h("div", { class: "t-yes" }, rest.map((player) => button(called(player), () => acts.tellOwn(player.id)))),
    ),
    footLeft(button("Back", acts.backGame, { kind: "plain", first: "back" }), judgeButton(model, acts)),
  ];
}

/** Every version, side by side and equal; each may change theirs. */
export function gameVersions(model, acts) {
  const { match } = model;
  const card = (said) => {
    const player = match.players.find(({ id }) => id === said.player);
    return h(
      "div",
      { class: "t-card" },
      h("h2", {}, name(player, false)),
      h("ol", { class: "t-people" }, countRows(match, said)),
      button("Change mine", () => acts.tellOwn(player.id), { "aria-label": `${player.name}: change mine` }),
    );
  };
  return [
    h(
      "div",
      { class: "t-main" },
      h("h1", { class: "t-ask" }, `Game ${match.pod.number} was reported in different ways.`),
      h("div", { class: "t-two" }, match.pod.reports.map(card)),
      note("alarm", "judge", "The desk sees them all. As soon as two are the same, it is settled."),
    ),
    foot(h("span"), judgeButton(model, acts)),
  ];
}

/** Told here, and not at the box yet. */
export function gameKept(model, acts) {
  const { match, sent } = model;
  return [
    h(
      "div",
      { class: "t-main" },
      h("ol", { class: "t-people" }, countRows(match, sent[0])),
      h(
        "h1",
        { class: "t-ask" },
        "Kept here",
        h("small", {}, "It is sent by itself as soon as there is a connection. There is nothing more to do."),
      ),
    ),
    foot(h("span"), judgeButton(model, acts)),
  ];
}

/** The table is decided: everybody's place and points. */
export const podPlaces = (match) => h("ol", { class: "t-people" }, games(match));
