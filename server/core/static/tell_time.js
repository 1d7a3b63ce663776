// A box without a battery clock wakes up on some earlier day. The organizer's device tells it what time it is, once; where
// they differ, the page is shown again with a question, unless somebody has begun to type.
import { ours } from "./ours.js";

const told = document.querySelector("[data-tell-time]");

function zone() {
  try {
    return Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  } catch {
    return "";
  }
}

/** Has anything on this page been typed or ticked? */
const touched = () => [...document.querySelectorAll("input, textarea, select")].some((field) => (field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked : field.localName !== "select" && field.value !== field.defaultValue));

async function tell() {
  try {
    const headers = { "Content-Type": "application/json", "X-CSRFToken": told.dataset.token };
    const answer = await fetch(told.dataset.tellTime, { method: "POST", headers, body: JSON.stringify({ ms: Date.now(), zone: zone() }) });
    if (ours(answer) && answer.ok && (await answer.json()).ask && !touched()) location.reload();
  } catch {
    // The next page tells it.
  }
}

if (told) tell();
