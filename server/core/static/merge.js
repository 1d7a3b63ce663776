// Puts a fresh copy of a part of the page in place of what stands there, touching only what differs. What is equal
// keeps its nodes, and with them focus, scroll position and whatever a script attached. Nothing typed is ever lost.

const ROWS = new Set(["TR", "LI", "OPTION"]);
const FIELDS = "input:not([type=hidden]), textarea, select";
// Scripts work inside these: the node stays, its children are merged.
const ALIVE = "[data-slips], [data-find], [data-preview], [data-countdown], [data-print], [data-floor]";
// What the browser put into these is its own; it reads a noscript as text, where the fresh page has elements.
const LOCAL =
  "noscript, [data-slip-who], [data-preview-into], [data-found], [data-stopwatch], [data-clock], [data-table-clock], [data-until], [data-answer-is]";

/** Whether two parts show the same; tokens in forms, what is folded open and what a script hid do not count. */
export function same(one, other) {
  return gist(one) === gist(other);
}

/** The forms and folds of this part that somebody is in the middle of, as the server would not have sent them. */
export function held(part, fresh) {
  const fields = [...part.querySelectorAll(FIELDS)].filter((field) => !field.closest("[data-find]"));
  const busy = fields.filter((field) => dirty(field) || field === document.activeElement);
  const button = document.activeElement?.closest("button, summary");
  if (button && part.contains(button)) busy.push(button);
  const folds = [...fresh.querySelectorAll("details[open]")].map(titleOf);
  const opened = [...part.querySelectorAll("details[open]")].filter((fold) => !folds.includes(titleOf(fold)));
  return [...new Set([...busy.map((field) => field.closest("form, details") ?? field), ...opened])];
}

// A count in the summary changes, and it is the same fold.
function titleOf(fold) {
  return fold.id || gist(fold.querySelector("summary"));
}

/** Whether these may stay while the rest is replaced: the fresh part has each just as it is. */
export function unchanged(parts, fresh) {
  return parts.every((part) => [...fresh.querySelectorAll(part.tagName)].some((other) => same(part, other)));
}

/** Merge the fresh part in; gives the elements that are new. */
export function merge(old, fresh) {
  const added = [];
  mergeInto(old, fresh, added);
  return added;
}

function mergeInto(old, fresh, added) {
  copyAttributes(old, fresh);
  if (old.matches(LOCAL)) return;
  const pairs = paired([...old.childNodes], [...fresh.childNodes]);
  const stays = new Set(pairs.map((pair) => pair.match));
  for (const node of [...old.childNodes]) {
    if (!stays.has(node) && !(node.nodeType === 1 && precious(node))) node.remove();
  }
  let place = old.firstChild;
  for (const { next, match, equal } of pairs) {
    const node = match ?? document.importNode(next, true);
    if (!match && node.nodeType === 1) added.push(node);
    if (equal) reseal(match, next);
    else if (match?.nodeType === 1) mergeInto(match, next, added);
    else if (match) match.data = next.data;
    while (place && !stays.has(place)) place = place.nextSibling; // what was said stays where it is
    if (match && node !== place && node.contains(document.activeElement)) place = leave(node, place, stays);
    if (node === place) place = place.nextSibling;
    else old.insertBefore(node, place);
  }
}

// A node that is moved loses the focus: what stands before it goes behind it instead, and finds its own place later.
function leave(node, place, stays) {
  for (let before = place; before && before !== node; ) {
    const next = before.nextSibling;
    if (stays.has(before)) node.after(before);
    before = next;
  }
  return node;
}

// Each fresh node with the old one that may stay for it: an equal one, or else one that can become it.
function paired(olds, fresh) {
  const byGist = grouped(olds);
  const free = new Set(olds);
  const pairs = fresh.map((next) => {
    const match = byGist.get(gist(next))?.shift() ?? null;
    free.delete(match);
    return { next, match, equal: match !== null };
  });
  for (const pair of pairs.filter((pair) => !pair.match)) {
    pair.match = [...free].find((node) => alike(node, pair.next)) ?? null;
    free.delete(pair.match);
  }
  return pairs;
}

function grouped(nodes) {
  const groups = new Map();
  for (const node of nodes) {
    const key = gist(node);
    if (groups.has(key)) groups.get(key).push(node);
    else groups.set(key, [node]);
  }
  return groups;
}

// Equal to the eye; the tokens of its forms and the data of its scripts are new.
function reseal(old, fresh) {
  if (old.nodeType !== 1) return;
  const unseen = 'input[type="hidden"], script';
  const others = [...fresh.querySelectorAll(unseen), ...(fresh.matches(unseen) ? [fresh] : [])];
  [...old.querySelectorAll(unseen), ...(old.matches(unseen) ? [old] : [])].forEach((own, at) => {
    if (own.tagName === "SCRIPT") own.textContent = others[at].textContent;
    else own.value = others[at].value;
  });
}

// Which node may become which. A row about another table is another row, not the same one with other words.
function alike(node, next) {
  if (node.nodeType !== next.nodeType || node.nodeName !== next.nodeName) return false;
  if (node.nodeType !== 1) return true;
  if (node.matches(FIELDS) && node.closest("[data-slips]")) return node.id === next.id; // its script knows it
  if (precious(node) || node.matches(ALIVE)) return node.className === next.className && node.id === next.id;
  return !ROWS.has(node.nodeName) && node.className === next.className && next.children.length > 0;
}

function precious(element) {
  if (element.matches("[data-said]") || element.contains(document.activeElement)) return true;
  return [element, ...element.querySelectorAll(FIELDS)].some((field) => field.matches(FIELDS) && dirty(field));
}

function dirty(field) {
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.tagName !== "SELECT") return field.value !== field.defaultValue;
  const fixed = [...field.options].some((option) => option.defaultSelected);
  return [...field.options].some((option, at) => option.selected !== (fixed ? option.defaultSelected : at === 0));
}

function copyAttributes(old, fresh) {
  const own = new Set(["hidden", "open"]);
  if (old.matches(FIELDS) && dirty(old)) own.add("value").add("checked");
  for (const { name } of [...old.attributes]) {
    if (!own.has(name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (!own.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

const SEALS = /(<input type="hidden"[^>]*?) value="[^"]*"/g;
const FOLDS = / (hidden="|open="|data-revision="[^"]*)"/g;

function gist(node) {
  if (!node || node.nodeType !== 1) return (node?.data ?? "").trim();
  const copy = node.cloneNode(true);
  for (const local of copy.querySelectorAll(LOCAL)) local.replaceChildren();
  for (const data of copy.querySelectorAll("script, [data-said]")) data.remove();
  if (copy.matches(LOCAL)) copy.replaceChildren();
  return copy.outerHTML.replace(SEALS, "$1").replace(FOLDS, "").replace(/\s+/g, " ");
}
