// Narrows the list of names while somebody types, marks what was typed, and remembers who was chosen.
import { remember, remembered } from "./remembered.js";

const LIKE = { ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", ß: "ss", æ: "ae", œ: "oe", ı: "i", ħ: "h" };
const { event } = document.body.dataset;
const lookingAround = Boolean(location.search); // somebody who is known looks up somebody else
const input = document.querySelector("[data-search] input");

if (location.hash === "#change") {
  remember(event, "");
  history.replaceState(null, "", location.pathname);
} else if (remembered(event) && !location.search) {
  location.replace(`p/${encodeURIComponent(remembered(event))}`);
}

document.addEventListener("click", (tap) => {
  const chosen = tap.target.closest("[data-player]");
  if (chosen && !(lookingAround && remembered(event))) remember(event, chosen.dataset.player);
});

if (input) {
  input.addEventListener("input", narrow);
  document.addEventListener("cinderbox:changed", narrow);
  narrow();
}

function narrow() {
  const list = document.querySelector("[data-complete]");
  document.querySelector("[data-search-button]").hidden = Boolean(list);
  if (!list) return;
  const words = plain(input.value).split(/\s+/).filter(Boolean);
  let hits = 0;
  for (const row of list.children) {
    const name = row.querySelector("[data-name]");
    const bare = plain(name.textContent);
    row.hidden = !words.every((word) => bare.includes(word));
    if (row.hidden) continue;
    hits += 1;
    mark(name, words);
  }
  count(hits, words.length > 0);
}

function count(hits, typed) {
  const said = document.querySelector("[data-count]");
  const people = Number(said.dataset.people);
  const all = `${people} ${people === 1 ? "player" : "players"}`;
  said.textContent = !typed ? all : hits ? `${hits} of ${all}` : "No name like that. Try fewer letters, or ask at the desk.";
}

/** The name with what was typed underlined; accents in it count as one letter. */
function mark(name, words) {
  const letters = [...name.textContent];
  const at = [];
  let bare = "";
  letters.forEach((letter, place) => {
    const new_ = plain(letter);
    bare += new_;
    for (let i = 0; i < new_.length; i++) at.push(place);
  });
  const hit = new Set();
  for (const word of words) {
    const start = bare.indexOf(word);
    for (let i = 0; start >= 0 && i < word.length; i++) hit.add(at[start + i]);
  }
  const pieces = [];
  letters.forEach((letter, place) => {
    const last = pieces[pieces.length - 1];
    if (last && last.hit === hit.has(place)) last.text += letter;
    else pieces.push({ text: letter, hit: hit.has(place) });
  });
  name.replaceChildren(...pieces.map((piece) => (piece.hit ? marked(piece.text) : piece.text)));
}

function marked(text) {
  const made = document.createElement("mark");
  made.textContent = text;
  return made;
}

function plain(text) {
  const bare = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return bare.replace(/[łøđðþßæœıħ]/g, (letter) => LIKE[letter]);
}
