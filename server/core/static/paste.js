// A form with data-preview asks the server what it comes to while somebody types, and shows the answer.

const WAIT = 250;

for (const form of document.querySelectorAll("form[data-preview]")) {
  const into = form.querySelector("[data-preview-into]");
  let timer = 0;
  let asked = null;

  const ask = async () => {
    asked?.abort();
    asked = new AbortController();
    try {
      const answer = await fetch(form.dataset.preview, {
        method: "POST",
        body: new FormData(form),
        headers: { "X-Part": "1" },
        signal: asked.signal,
      });
      if (answer.ok && !answer.redirected) into.innerHTML = await answer.text();
    } catch {
      // Out of reach or overtaken by the next key: what stands there stays.
    }
  };

  form.addEventListener("input", ({ target }) => {
    if (into.contains(target)) return; // ticked in the answer itself
    clearTimeout(timer);
    timer = setTimeout(ask, WAIT);
  });
  // A browser that came back to this page kept what was typed.
  if ([...form.querySelectorAll("textarea")].some((box) => box.value !== box.defaultValue)) ask();
}
