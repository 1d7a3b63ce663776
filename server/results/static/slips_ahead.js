// The next slip can be typed while the last one is being saved: slips are sent one after the other, in their order.
// If one is asked about or refused, it comes back into the fields, and what was typed ahead waits beside it.
import { merge } from "../../core/static/merge.js";
import { ours } from "../../core/static/ours.js";

const FIELDS = ["table", "winner", "wounds"];

/** Sends this form without leaving the page; `shown` is called whenever its fields were filled. */
export function sendAhead(form, shown) {
  const work = document.querySelector('[data-live="work"]');
  const fields = FIELDS.map((name) => form.elements[name]);
  const queue = []; // slips that wait for their turn
  let sending = null; // the way of the slip that is being saved
  let asking = false; // a slip came back
  let ahead = null; // what stood in the fields when it did

  form.addEventListener("submit", (event) => {
    if (!event.submitter) return; // an older browser sends the form as it is
    event.preventDefault();
    if (asking && sending) return;
    const { name, value } = event.submitter;
    queue.unshift({ id: newId(), values: typed(), sure: name === "sure" ? value : "" });
    if (!asking) queue.push(queue.shift());
    if (!asking) fill(["", "", ""]);
    else for (const field of fields) field.readOnly = true;
    if (!asking) fields[0].focus();
    if (!sending) next();
  });

  // Keys at the question are the next slip, of somebody who looks at the paper: their Enter is no yes.
  form.addEventListener("keydown", ({ key, target }) => {
    const question = target.closest("button[name=sure]")?.closest(".r-ask");
    if (question && key.length === 1 && key !== " ") focusOn(question);
  });

  async function next() {
    const slip = queue.shift();
    sending = slip && send(slip);
    if (!sending) return;
    const more = await sending;
    sending = null;
    if (more) next();
  }

  async function send(slip) {
    try {
      const answer = await post(slip);
      if (!ours(answer)) return back(slip, null);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.querySelector('[data-live="work"]');
      if (!fresh || !fresh.querySelector("[data-slips]")) return leave(answer.url);
      return answer.ok ? saved(fresh) : back(slip, fresh);
    } catch {
      return back(slip, null);
    }
  }

  function post({ id, values, sure }, keepalive = false) {
    const body = new FormData(form);
    FIELDS.forEach((name, at) => body.set(name, values[at]));
    body.set("request_id", id);
    if (sure) body.set("sure", sure);
    return fetch(form.action, { method: "POST", body, keepalive });
  }

  function saved(fresh) {
    const before = ahead;
    if (asking) fill(["", "", ""]);
    if (asking) fields[0].focus(); // what has the focus stays, and the question goes
    put(fresh);
    if (asking) fill(before || ["", "", ""]);
    if (asking) (fields.find((field) => !field.value) || fields[2]).focus();
    asking = false;
    ahead = null;
    return true;
  }

  // Whoever types on looks at the paper: nothing has the focus then that a key would press.
  function back(slip, fresh) {
    const typing = queue.length > 0 || typed().some(Boolean);
    if (!asking) ahead = typed();
    asking = true;
    fill(slip.values);
    if (fresh) put(fresh);
    else say("The box did not answer. Try again.");
    const question = form.querySelector(".r-ask") || work.querySelector(":scope > .say");
    if (typing && ahead) wait();
    if (typing && question) focusOn(question);
    else (form.querySelector("button[name=sure]") || wanted(fresh)).focus();
    return false;
  }

  function wanted(fresh) {
    const field = fresh && fresh.querySelector("input[autofocus]");
    return (field && form.elements[field.name]) || fields[0];
  }

  function put(fresh) {
    for (const line of work.querySelectorAll(":scope > .say, [data-ahead]")) line.remove();
    for (const field of fields) field.readOnly = false;
    merge(work, fresh);
    for (const line of work.querySelectorAll(":scope > .say")) line.dataset.said = "";
    shown();
  }

  function wait() {
    const line = document.createElement("p");
    line.className = "quiet";
    line.dataset.ahead = line.dataset.said = "";
    const [table] = queue.length ? queue[0].values : ahead;
    line.textContent = `The next slip${table ? `, table ${table},` : ""} waits until this one is settled.`;
    form.querySelector(".r-slip").after(line);
  }

  function say(text) {
    work.querySelectorAll(":scope > .say").forEach((old) => old.remove());
    for (const field of fields) field.readOnly = false;
    const line = document.createElement("div");
    line.className = "say";
    line.dataset.state = "alarm";
    line.dataset.said = "";
    line.setAttribute("role", "alert");
    line.textContent = text;
    work.prepend(line);
  }

  function typed() {
    return fields.map((field) => field.value.trim());
  }

  function fill(values) {
    fields.forEach((field, at) => {
      field.defaultValue = ""; // so that it counts as typed, and a fresh page leaves it alone
      field.value = values[at];
    });
    shown();
  }

  // A link that is followed while slips are on their way waits for them.
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[href]");
    if (!link || !sending || event.defaultPrevented) return;
    event.preventDefault();
    while (sending) await sending;
    if (!asking) link.click();
  });
  addEventListener("pagehide", () => queue.splice(0).forEach((slip) => post(slip, true)));
}

function focusOn(element) {
  element.tabIndex = -1;
  element.focus();
}

function leave(address) {
  location.assign(address);
  return false;
}

function newId() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((each) => each.toString(16).padStart(2, "0")).join("");
}
