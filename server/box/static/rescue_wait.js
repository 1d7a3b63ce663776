// A restore is under way, or the disk takes nothing: as soon as the box is well again, this page is the first one.
const AGAIN = 2_000;

async function look() {
  try {
    const answer = await fetch("/api/wall", { cache: "no-store" });
    if (answer.ok && (await answer.json()).page !== "rescue") return location.assign("/");
  } catch {
    // It starts again just now: the next look finds it.
  }
  setTimeout(look, AGAIN);
}

setTimeout(look, AGAIN);
