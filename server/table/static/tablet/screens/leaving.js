// A player drops, or takes it back: who, and then by their own code. A tablet is anybody's, so a tap is not enough.
import { button, called, h, icon, name } from "../dom.js";
import { LETTERS, complete, shown } from "../leaving_steps.js";
import { backButton, foot } from "../parts.js";
import { asksToDrop } from "../view.js";

/** Still in, and something is left that they could drop from. */
export const mayDrop = ({ out, over }) => !out && !over;

export function leaving(model, acts) {
  const drops = model.match.players.some(mayDrop);
  const asked = ({ id, out }) => !out && asksToDrop(id) in model.called;
  const half = (player) =>
    h(
      "button",
      { type: "button", class: "t-who", disabled: !(player.out ? player.returns : mayDrop(player)) || asked(player), onclick: () => acts.leaver(player.id, player.out) },
      name(player),
      player.out ? h("small", {}, player.returns ? "has dropped: take it back" : "has dropped") : null,
      asked(player) ? h("small", {}, "the desk is asked") : null,
    );
  return [
    h(
      "div",
      { class: "t-main", "data-fill": true },
      h(
        "h1",
        { class: "t-ask" },
        drops ? "Who drops?" : "Who plays on?",
        h("small", {}, drops ? "With your personal code, or the desk’s yes. What you played stays and counts." : "With your personal code."),
      ),
      h("div", { class: "t-two" }, model.match.players.map(half)),
    ),
    foot(backButton(acts)),
  ];
}

export function leavingCode(model, acts) {
  const { step, match: { phones } } = model;
  const player = model.match.players.find((p) => p.id === step.player);
  const more = step.back ? ": type your personal code to play on." : ": type your personal code. There are no more pairings for you then; you can take it back until the next ones.";
  return [
    h(
      "div",
      { class: "t-main t-leaving" },
      h("h1", { class: "t-ask" }, step.back ? "Play on?" : "Drop from the event?", h("small", {}, called(player), more)),
      h("p", { class: "t-typed num", role: "status", "aria-label": [...step.typed].join(" ") || "nothing typed" }, shown(step)),
      h(
        "div",
        { class: "t-letters" },
        LETTERS.map((one) => h("button", { type: "button", onclick: () => acts.codeKey(one) }, one)),
      ),
      step.back
        ? h("p", { class: "t-told" }, `No code with you? ${phones ? "Use your own phone, or tell" : "Tell"} the desk.`)
        : h("p", { class: "t-told" }, `No code with you? ${phones ? "Use your own phone, or " : ""}`, button("Ask the desk", acts.askDrop)),
    ),
    foot(
      backButton(acts),
      h("button", { type: "button", class: "button", "aria-label": "Delete last letter", onclick: acts.codeErase }, icon("erase")),
      button(step.back ? "Play on" : "Drop from the event", acts.drop, { kind: step.back ? "go" : "alarm", disabled: !complete(step) }),
    ),
  ];
}
