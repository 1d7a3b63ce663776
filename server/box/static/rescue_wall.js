// The wall of a box that cannot be opened: on the machine's own screen where to go and the PIN, elsewhere a calm word.
// As soon as the box is well, it is the wall again.
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
  document.querySelector("[data-hall]").hidden = Boolean(pin);
  document.querySelector("[data-own]").hidden = !pin;
  const address = document.querySelector("[data-address]");
  if (address) address.textContent = box.address.replace(/^https?:\/\/|\/$/g, "");
  document.querySelector("[data-pin]").textContent = pin || "";
}

look();
