// The wall for whoever listens: the clock of every event at ten, five and one minute, and what is announced, once.
import { clockSpeaker, say } from "../../../server/core/static/spoken.js";
import { remainingAt } from "../../../server/core/static/clock.js";
import { phaseOf } from "./round.js";

const clocks = new Map(); // event → what speaks for its clock
let announced = "";

export function speak(streams, now) {
  for (const stream of streams.values()) if (stream.state && stream.state.clock) speakClock(stream, now(stream));
  const told = [...streams.values()].map(({ state }) => state && state.announcement).filter(Boolean);
  const text = told.map((each) => each.text).join(" ");
  if (text !== announced) say(text);
  announced = text;
}

function speakClock({ id, state }, at) {
  const left = remainingAt(state.clock, at.serverNow);
  if (left === null || Number.isNaN(left)) return;
  if (!clocks.has(id)) clocks.set(id, clockSpeaker());
  clocks.get(id)(phaseOf(at), left);
}
