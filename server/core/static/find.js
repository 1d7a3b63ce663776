// A box with data-find narrows the rows of a table to those whose words hold every word typed; accents do not count.

const LIKE = { ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", ß: "ss", æ: "ae", œ: "oe", ı: "i", ħ: "h" };

export function plain(text) {
  const bare = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return bare.replace(/[łøđðþßæœıħ]/g, (letter) => LIKE[letter]);
}

for (const box of document.querySelectorAll("[data-find]")) {
  const input = box.querySelector("input");
  const found = box.querySelector("[data-found]");

  const narrow = () => {
    const words = plain(input.value).split(/\s+/).filter(Boolean);
    const rows = [...document.querySelectorAll(`${box.dataset.find} tbody tr`)];
    for (const row of rows) {
      const text = plain([...row.querySelectorAll("[data-words]")].map((cell) => cell.textContent).join(" "));
      row.hidden = !words.every((word) => text.includes(word));
    }
    found.textContent = words.length ? `${rows.filter((row) => !row.hidden).length} of ${rows.length}` : "";
  };

  box.hidden = false;
  input.addEventListener("input", narrow);
  document.addEventListener("cinderbox:changed", narrow);
  narrow();
}
