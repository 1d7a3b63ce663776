// Keyboard shortcuts of the desk: “?” shows the sheet, G and a letter open a page, “/” goes to the search field.
// Two keys in a row, so that a letter typed past a field opens nothing; and they can be turned off.
import { keep, kept } from "./kept.js";

const IN_A_ROW = 1500; // between G and the letter
const OFF = "cinderbox-shortcuts-off";
const TYPED = "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]";

const sheet = document.querySelector("[data-keys]");
let armed = -Infinity; // when G was pressed
let before = null; // what had the focus

function open() {
  if (!sheet.hidden) return;
  before = document.activeElement;
  sheet.hidden = false;
  sheet.focus();
}

function close() {
  if (sheet.hidden) return;
  sheet.hidden = true;
  if (before) before.focus();
}

function follow(letter) {
  const link = sheet.querySelector(`[data-letter="${CSS.escape(letter.toUpperCase())}"]`);
  if (link) link.click();
  return Boolean(link);
}

function find() {
  const field = document.querySelector("main input[type=search]");
  if (field) field.focus();
  return Boolean(field);
}

/** Whether this key was a shortcut. */
function pressed(key) {
  const second = performance.now() - armed < IN_A_ROW;
  armed = -Infinity;
  if (key === "Escape" && !sheet.hidden) close();
  else if (second && key.length === 1 && follow(key)) return true;
  else if (key === "g" || key === "G") armed = performance.now();
  else if (key === "?") open();
  else if (key === "/") return find();
  else return false;
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (kept(OFF) || event.target.closest(TYPED)) return;
  if (pressed(event.key)) event.preventDefault();
});

sheet.querySelector("[data-keys-close]").addEventListener("click", close);
sheet.addEventListener("focusout", (event) => {
  if (event.relatedTarget && !sheet.contains(event.relatedTarget)) close();
});
for (const button of document.querySelectorAll("[data-keys-off]")) {
  const tell = () => {
    button.textContent = kept(OFF) ? "Turn shortcuts on on this device" : "Turn shortcuts off on this device";
  };
  button.addEventListener("click", () => {
    keep(OFF, kept(OFF) ? null : "1");
    tell();
  });
  button.hidden = false;
  tell();
}
