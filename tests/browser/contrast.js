// How far every piece of text on the page stands out from what is behind it, as WCAG counts it: the text, its colour and
// the ratio of those below `least`. Hollow digits count by their outline.
(least) => {
  const parts = (colour) => (colour.match(/[\d.]+/g) || []).map(Number);
  const over = ([r, g, b, a = 1], below) => [r, g, b].map((part, i) => part * a + below[i] * (1 - a));
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const ratio = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  const ground = (e) => {
    if (!e) return [255, 255, 255];
    const colour = parts(getComputedStyle(e).backgroundColor);
    return colour[3] === 0 ? ground(e.parentElement) : colour.length > 3 ? over(colour, ground(e.parentElement)) : colour;
  };
  const faint = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent.trim();
    const style = getComputedStyle(e);
    if (!text || !e.getClientRects().length || style.visibility === "hidden" || e.closest(".sr, script, style, noscript")) continue;
    const ink = parts(style.color)[3] === 0 ? parts(style.webkitTextStrokeColor) : parts(style.color);
    const below = ground(e);
    const found = ratio(over(ink, below), below);
    if (found < least) faint.push(`“${text.slice(0, 30)}” in ${e.tagName.toLowerCase()}.${e.className} ${style.color} stands out by ${found.toFixed(2)}`);
  }
  return faint;
}
