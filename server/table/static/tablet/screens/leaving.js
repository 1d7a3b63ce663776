// A player leaves after this round: who, and then asked once more.
import { button, called, h, name } from "../dom.js";
import { backButton, foot } from "../parts.js";

export function leaving(model, acts) {
  const half = (player) =>
    h(
      "button",
      { type: "button", class: "t-who", disabled: player.out, onclick: () => acts.leaver(player.id) },
      name(player),
      player.out ? h("small", {}, "leaves already") : null,
    );
  return [
    h(
      "div",
      { class: "t-main", "data-fill": true },
      h("h1", { class: "t-ask" }, "Who leaves the event?", h("small", {}, "What was played stays and counts.")),
      h("div", { class: "t-two" }, model.match.players.map(half)),
    ),
    foot(backButton(acts)),
  ];
}

export function leavingSure(model, acts) {
  const player = model.match.players.find((p) => p.id === model.step.player);
  return [
    h(
      "div",
      { class: "t-main" },
      h(
        "h1",
        { class: "t-ask" },
        called(player),
        ", do you leave the event?",
        h("small", {}, "There will be no more pairings for you. The desk can bring you back before the next ones."),
      ),
      h(
        "div",
        { class: "t-big" },
        button("No, I stay", acts.back, { first: "back" }),
        button("Yes, I leave", acts.drop, { kind: "alarm", first: "leave" }),
      ),
    ),
    foot(backButton(acts)),
  ];
}
