// The wall of a box that cannot be opened: where to go, on the machine's own screen the PIN, and back as soon as it is well.
const AGAIN = 3_000;

async function look() {
  const token = location.hash.slice(1);
  try {
    const answer = await fetch("/api/wall", { cache: "no-store", headers: token ? { "X-Wall-Token": token } : {} });
    const found = await answer.json();
    if (found.page !== "rescue") return location.reload();
    show(found);
  } catch {
    // It starts again just now: the next look finds it.
  }
  setTimeout(look, AGAIN);
}

function show({ box, pin }) {
  for (const place of document.querySelectorAll("[data-address]")) place.textContent = box.address.replace(/^https?:\/\//, "");
  const place = document.querySelector("[data-pin]");
  place.hidden = !pin;
  place.textContent = pin ?? "";
}

look();
