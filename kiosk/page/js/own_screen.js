// The machine's own screen can switch the box off: whoever touches it, or presses a key, gets a button, and is asked first.
import { fetchPower, switchBox } from "./box.js";
import { h, many } from "./h.js";

const SHOWN = 6_000;
const ASKED = 30_000; // a question that nobody answers goes away: the room wants its clock
const button = h("button.w-off", { type: "button", hidden: true }, "Switch off…");
let timer = 0;
let question = null;

/** Only where the address ends in the token from /run; `csrf` is asked for when it is needed. */
export function offerSwitchingOff(csrf) {
  if (!location.hash) return;
  document.body.append(button);
  for (const kind of ["pointerdown", "pointermove", "keydown"]) addEventListener(kind, offer);
  button.addEventListener("click", () => ask(csrf));
  addEventListener("keydown", ({ key }) => key === "Escape" && close());
}

function offer() {
  if (question) return;
  button.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => document.activeElement !== button && hide(), SHOWN);
}

function hide() {
  button.hidden = true;
}

async function ask(csrf) {
  const found = await fetchPower();
  if (!found || question) return;
  hide();
  question = h("div.w-ask", { role: "dialog", "aria-modal": "true", "aria-labelledby": "w-ask" }, h("div", ...words(found, csrf)));
  document.body.append(question);
  question.querySelector("button[data-cancel]").focus();
  clearTimeout(timer);
  timer = setTimeout(close, ASKED);
}

function words({ may, playing }, csrf) {
  const cancel = h("button", { type: "button", "data-cancel": true }, may ? "Cancel" : "Back");
  cancel.addEventListener("click", close);
  if (!may) return [h("h2", { id: "w-ask" }, "Use the machine’s own switch."), h("p", "It cannot be switched off from here. Nothing is lost by that either."), h("p.w-answers", cancel)];
  const told = playing.length
    ? [...playing.map((event) => h("p", h("bdi", event.name), `, ${event.where}: ${many(event.playing, "table")} still playing.`)), h("p", "A clock that runs is paused, and nothing is lost.")]
    : [h("p", "Nobody is playing.")];
  const acts = [["off", "Switch off"], ["restart", "Restart"]].map(([what, text]) => act(what, text, csrf));
  return [h("h2", { id: "w-ask" }, "Switch the box off?"), ...told, h("p.w-answers", ...acts, cancel)];
}

function act(what, text, csrf) {
  const made = h("button", { type: "button" }, text);
  made.addEventListener("click", async () => {
    for (const each of question.querySelectorAll("button")) each.disabled = true;
    const heard = await switchBox(csrf(), what);
    if (heard) return question && question.querySelector("div").replaceChildren(h("h2", what === "off" ? "The box is being switched off." : "The box restarts."), h("p", what === "off" ? "Unplug it once this screen is dark and its green light no longer blinks." : "This screen comes back by itself."));
    close();
  });
  return made;
}

function close() {
  if (question) question.remove();
  question = null;
  hide();
}
