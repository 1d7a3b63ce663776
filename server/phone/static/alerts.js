// Asks once whether this phone may sound and vibrate for its owner; later it says which, and changes it with one tap.
import { alerts, canAlert, canShake, wantAlerts } from "../../core/static/alert.js";

const asks = document.querySelector("[data-alerts]");
const WORDS = canShake()
  ? {
      on: "Sound and vibration are on.",
      off: "Sound and vibration are off.",
      asked: "Sound and vibrate when time is called and pairings come?",
    }
  : { on: "The sound is on.", off: "The sound is off.", asked: "A short sound when time is called and pairings come?" };

function show() {
  const [yes, no] = ["yes", "no"].map((which) => asks.querySelector(`[data-alerts-${which}]`));
  const answer = alerts();
  asks.querySelector("[data-alerts-said]").textContent = WORDS[answer || "asked"];
  yes.hidden = answer === "on";
  no.hidden = answer === "off";
  yes.textContent = answer ? "Turn on" : "Yes";
  no.textContent = answer ? "Turn off" : "No";
  asks.hidden = !document.querySelector("[data-pairings]"); // nothing comes any more for whoever is out
}

if (asks && canAlert()) {
  asks.querySelector("[data-alerts-yes]").addEventListener("click", () => (wantAlerts(true), show()));
  asks.querySelector("[data-alerts-no]").addEventListener("click", () => (wantAlerts(false), show()));
  document.addEventListener("cinderbox:changed", show);
  show();
}
