// Slips by keyboard: shows who sits at the table as soon as its number is typed, and walks from field to field.
import { meant } from "./slip_words.js";
import { sendAhead } from "./slips_ahead.js";

for (const form of document.querySelectorAll("[data-slips]")) attach(form);

function attach(form) {
  const tables = () => form.querySelector("[data-slip-tables]"); // others enter slips at the same time
  const draws = tables().dataset.draws; // what to type for one, or nothing where there are none
  const place = form.querySelector("[data-slip-who]");
  const hint = [...place.childNodes];
  const { table, winner, wounds } = form.elements;

  function show() {
    const known = JSON.parse(tables().textContent)[String(Number(table.value))];
    if (!table.value.trim()) return place.replaceChildren(...hint);
    if (!known) return place.replaceChildren(quiet(`There is no table ${table.value}.`));
    if (known.example) wounds.placeholder = known.example;
    const chosen = meant(winner.value, known.names, draws, known.keys);
    const parts = known.names.map((name, i) => choice(known.keys[i], name, chosen === known.keys[i]));
    if (draws) parts.push(choice("d", "a draw", chosen === "d"));
    if (chosen === "d") parts.push(quiet(draws));
    if (known.in) parts.push(quiet(`Already in: ${known.in}.`));
    place.replaceChildren(...parts);
  }

  function choice(key, name, pressed) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "r-mean";
    button.setAttribute("aria-pressed", String(pressed));
    const number = document.createElement("span");
    number.className = "num";
    number.textContent = key;
    const bold = document.createElement("b");
    const bdi = document.createElement("bdi");
    bdi.className = "name";
    bdi.dir = "auto";
    bdi.textContent = name;
    bold.append(bdi);
    button.append(number, bold);
    button.addEventListener("click", () => {
      winner.value = key;
      show();
      wounds.focus();
    });
    return button;
  }

  // Enter goes on to the next field that is still empty; from the last one it sends the form.
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
    const fields = [table, winner, wounds];
    const next = fields.slice(fields.indexOf(event.target) + 1).find((field) => !field.value.trim());
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  table.addEventListener("input", show);
  winner.addEventListener("input", show);
  sendAhead(form, show);
  if (table.value) show();
}

function quiet(text) {
  const span = document.createElement("span");
  span.className = "quiet";
  span.textContent = text;
  return span;
}
