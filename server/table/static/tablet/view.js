// Which screen is on: from what the box knows of the match, what is being told here, and what has not been sent yet.
import * as pods from "./pod_steps.js";
import { confirmer, versionOf } from "./steps.js";

const TELLING = { who: "who", early: "early", wounds: "count", sure: "sure", how: "how", confirm: "confirm" };
const LEAVING = { leaving: "leaving", "leaving-code": "leavingCode" };

/** Has somebody at this table still to choose a faction of their pool? */
export const unchosen = (match) => match.players.some((player) => player.chosen === false);

const PASSING = new Set(["server_ms", "revision", "csrf", "trip", "undo_ms"]); // in every answer, and never shown

/** A screen with nothing new on it is not built again: a finger or a screen reader may be on it. */
export const picture = (model) => JSON.stringify(model, (key, value) => (PASSING.has(key) ? undefined : value));

/** What a tap would answer. Another question is a new screen, even where the screen's name stays. */
export const question = ({ screen, match, asks, step }) =>
  JSON.stringify([screen, match?.round, match?.draft?.step, match?.draft?.pick, match?.pod?.number, asks?.id, step?.by, step?.which, step?.player]);

/** `match` is the box's word; `step` ours; `waiting` is the outbox. */
export function viewOf(told, step, waiting) {
  if (!told) return { screen: "looking" };
  const match = withChoices(told, waiting);
  const called = calls(match, waiting);
  const base = { match, step, called };
  const settled = match.step === "in" || match.step === "none";
  if (settled && step.at === "standings") return { ...base, screen: "standings" };
  if (match.draft) return { ...base, screen: "draft", sending: waiting.some((item) => item.path === "draft") };
  if (match.step === "none") return { ...base, screen: "nobody" };
  const report = waiting.find((item) => item.path === "report" && of(match, item));
  if (report && match.step !== "in") return { ...base, screen: "kept", sent: report.body.reports };
  if (match.step === "in") return { ...base, screen: (!happened(match, step) && LEAVING[step.at]) || "done" };
  if (match.pod) return { ...base, ...pods.view(match, step, waiting.find((item) => item.path === "game" && of(match, item))) };
  return { ...base, ...playing(match, step) };
}

/** Whoever was about to drop here, or to come back, has done so elsewhere: on their own phone, or at the desk. */
const happened = (match, { at, player, back }) =>
  at === "leaving-code" && match.players.some(({ id, out }) => id === player && Boolean(out) !== Boolean(back));

function playing(match, step) {
  // Somebody telling their own version goes on with it, whatever the other one says meanwhile.
  if (TELLING[step.at] && (step.by || match.step === "playing")) return telling(match, step);
  if (match.step === "two") return { screen: "versions" };
  if (match.step === "agreed") return { screen: "waiting", version: versionOf(match.reports[0], match) };
  if (match.step === "one") {
    const [said] = match.reports;
    const asks = match.players.find((p) => p.id !== said.player);
    return { screen: "confirm", version: versionOf(said, match), asks, known: true };
  }
  if (step.at === "faction") return { screen: "faction" };
  if (unchosen(match) && step.at !== "later") return { screen: "factions" };
  return { screen: match.chess ? "chess" : "idle" };
}

/** A choice that waits to be sent is made all the same. */
function withChoices(match, waiting) {
  const made = waiting.filter((item) => item.path === "faction" && of(match, item)).map(({ body }) => body.player);
  if (!made.length) return match;
  return { ...match, players: match.players.map((each) => (made.includes(each.id) ? { ...each, chosen: true } : each)) };
}

function telling(match, step) {
  if (step.at !== "confirm") return { screen: TELLING[step.at] };
  return { screen: "confirm", version: step.version, asks: confirmer(step.version, match), known: false };
}

/** Who is called, as far as anybody here knows: what waits to be sent counts. Each player asks to drop alone. */
function calls(match, waiting) {
  const called = Object.fromEntries(match.calls.map((call) => [about(call), { by: call.claimed_by, ours: call.ours, here: call.here }]));
  for (const { path, body } of waiting) {
    if (path === "call") called[about(body)] = called[about(body)] || { by: null, ours: true };
    if (path === "call-off") delete called[about(body)];
  }
  return called;
}

const about = ({ kind, player }) => (kind === "drop" ? asksToDrop(player) : kind);

/** What the call of this player is known by, who asks the desk to drop. */
export const asksToDrop = (player) => `drop ${player}`;

const of = (match, { body }) =>
  body.event === match.event && body.round === match.round && body.table === match.table;
