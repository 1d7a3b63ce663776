// What can be tapped at a table of several.
import * as pods from "./pod_steps.js";

export function podActs({ now, box, about, go, view }) {
  const match = () => now.match;

  function on(step) {
    if (step.send) tell(step.send);
    go(step.send ? pods.idle : step);
  }

  function tell(reports) {
    box.add("game", { ...about(), number: match().pod.number, reports });
  }

  return {
    beginGame: () => on(pods.begin(match())),
    stopGame: (player = null) => on(pods.stop(match(), player)),
    tellOwn: (player) => on(pods.begin(match(), player)),
    tapRealms: (seat, count) => on(pods.tap(now.step, seat, count, match())),
    askSeat: (seat) => on(pods.ask(now.step, seat)),
    crown: (seat) => on(pods.crown(now.step, seat)),
    nextGame: () => on(pods.next(now.step, match())),
    backGame: () => on(pods.back(now.step)),
    /** One of the others says yes; what is not known yet is told by whoever won. */
    confirmGame(player) {
      const { version, known } = view();
      const { winner, realms } = version;
      go(pods.idle);
      tell(known ? [{ player, winner, realms }] : [version.player, player].map((id) => ({ player: id, winner, realms })));
    },
    /** Not yet told: put it right together. Told from somewhere else: somebody tells another version. */
    denyGame: () => go(view().known ? { at: "game-no", number: match().pod.number } : pods.back(now.step)),
  };
}
