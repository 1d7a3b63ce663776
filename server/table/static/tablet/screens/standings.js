// The first places after the last closed round, and those who sit here.
import { h } from "../dom.js";
import { backButton, foot } from "../parts.js";

export function standings(model, acts) {
  const { places, match } = model;
  const here = new Set(match.players.map((p) => p.id));
  const rows = (places?.rows ?? []).map((row) =>
    h(
      "li",
      { "data-here": here.has(row.player) },
      h("span", { class: "num" }, row.place === null ? "–" : String(row.place)),
      h("bdi", { class: "name", dir: "auto" }, row.name),
      h("span", { class: "num" }, row.record),
    ),
  );
  return [
    h(
      "div",
      { class: "t-main t-places" },
      h("h1", { class: "t-ask" }, places ? places.title : "Standings"),
      places ? h("ol", {}, rows) : h("p", { class: "t-told" }, "Waiting for the tournament …"),
    ),
    foot(backButton(acts)),
  ];
}
