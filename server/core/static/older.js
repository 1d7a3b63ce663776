// What browsers of 2019 to 2022 do not know yet and our scripts use. A script of its own, before the modules: where they
// cannot be read at all, the page still has its margins.

if (window.AbortSignal && !AbortSignal.timeout) {
  AbortSignal.timeout = (ms) => {
    const patience = new AbortController();
    setTimeout(() => patience.abort(), ms);
    return patience.signal;
  };
}

if (!Element.prototype.replaceChildren) {
  Element.prototype.replaceChildren = function (...nodes) {
    while (this.lastChild) this.lastChild.remove();
    this.append(...nodes);
  };
}

// Room between the parts of a row, where a browser knows it only for grids: a sheet of margins in its place.
(() => {
  const probe = document.createElement("div");
  Object.assign(probe.style, { display: "flex", flexDirection: "column", rowGap: "1px", position: "absolute" });
  probe.append(document.createElement("div"), document.createElement("div"));
  document.documentElement.append(probe);
  const known = probe.scrollHeight === 1;
  probe.remove();
  if (known) return;
  for (const link of document.querySelectorAll('link[rel="stylesheet"][href*="/page/"]')) {
    const margins = link.cloneNode();
    margins.href = link.href.replace("/page/", "/margins/");
    link.after(margins);
  }
})();
