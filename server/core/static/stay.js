// A form with data-stay is sent without leaving the page: the parts that changed are put in where they were.
import { ours } from "./ours.js";

document.addEventListener("submit", async (event) => {
  const form = event.target;
  const button = event.submitter;
  if (!form.matches("form[data-stay]") || !button) return;
  event.preventDefault();
  const body = new FormData(form);
  body.append(button.name, button.value);
  try {
    const answer = await fetch(form.action, { method: "POST", body });
    if (!ours(answer)) return missed();
    show(new DOMParser().parseFromString(await answer.text(), "text/html"), form.id, button.value);
  } catch {
    missed();
  }
});

/** Loaded again now, the page would be gone. */
function missed() {
  const said = document.createElement("div");
  said.className = "say";
  said.dataset.state = "alarm";
  said.setAttribute("role", "alert");
  said.textContent = "The box did not answer. Try again.";
  say(said);
}

function show(page, form, value) {
  const parts = page.querySelectorAll("[data-stay-part]");
  if (!parts.length) return location.reload(); // signed out meanwhile
  for (const fresh of parts) {
    document.querySelector(`[data-stay-part="${fresh.dataset.stayPart}"]`)?.replaceWith(fresh);
  }
  say(...page.querySelectorAll("#work > .say"));
  document.querySelector(`button[form="${form}"][value="${CSS.escape(value)}"]`)?.focus();
  document.dispatchEvent(new Event("cinderbox:changed"));
}

/** In place of what was said before. */
function say(...lines) {
  const work = document.querySelector("#work");
  work.querySelectorAll(":scope > .say").forEach((old) => old.remove());
  work.prepend(...lines);
}
