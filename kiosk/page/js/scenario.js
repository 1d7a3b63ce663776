// Scenario play: the special rules of the event, with time and points as set.
import { event, head } from "./frame.js";
import { h } from "./h.js";

export const scenario = {
  draw(data, at) {
    const { text, time, points } = data.scenario;
    const length = text.length > 240 ? "whole" : text.length > 160 ? "longest" : text.length > 80 ? "long" : null;
    return [
      head("Special rules", at, { beside: event(data) }),
      h("section.w-loud", h("p", { dir: "auto", "data-length": length }, text), h("small", `${time} ${points}`)),
    ];
  },
};
