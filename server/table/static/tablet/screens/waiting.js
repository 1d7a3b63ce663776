// Agreed or kept, and not yet final: what waits for the desk, and what waits for the network.
import { button, called, h } from "../dom.js";
import { foot, judgeButton, note, score } from "../parts.js";
import { story } from "../words.js";

/** Both agree; the desk has the last word. */
export function waiting(model, acts) {
  return [
    h(
      "div",
      { class: "t-main" },
      note("done", "yes", "You both agree. Thank you."),
      score(model.match, model.version),
      h(
        "h1",
        { class: "t-ask" },
        "The desk looks at it",
        h("small", {}, "Leave the cards as they are until then. Was it a mistake? Take it back."),
      ),
    ),
    foot(
      button("Take it back", acts.takeBack, { first: "undo" }),
      judgeButton(model, acts),
    ),
  ];
}

/** What was told here has not reached the box yet. */
export function kept(model, acts) {
  const { match, sent } = model;
  const one = sent[0];
  const equal = sent.every((each) => JSON.stringify({ ...each, player: 0 }) === JSON.stringify({ ...one, player: 0 }));
  const teller = (each) => match.players.find((p) => p.id === each.player);
  return [
    h(
      "div",
      { class: "t-main" },
      equal && sent.length > 1
        ? score(match, one)
        : sent.map((each) => h("p", { class: "t-told" }, called(teller(each)), ": ", story(match, each, each.player))),
      h(
        "h1",
        { class: "t-ask" },
        "Kept on this tablet",
        h("small", {}, "It is sent by itself as soon as there is a connection. There is nothing more to do."),
      ),
    ),
    foot(h("span"), judgeButton(model, acts)),
  ];
}
