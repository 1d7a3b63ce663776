// What a finger cannot hit: everything that can be tapped and is smaller than `least` pixels either way, as sentences.
// A label is part of its field. A link inside a sentence is as high as its line: WCAG lets it be.
(least) => {
  const TAPPED = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [tabindex='0']";
  const shown = (e) => e.getClientRects().length > 0 && getComputedStyle(e).visibility !== "hidden" && !e.closest(".sr, .skip");
  const inSentence = (e) => {
    if (getComputedStyle(e).display !== "inline") return false;
    return [...e.parentNode.childNodes].some((node) => node !== e && node.nodeType === Node.TEXT_NODE && /\w/.test(node.textContent));
  };
  const area = (e) => {
    const all = [e, ...(e.labels || [])].filter(shown).map((part) => part.getBoundingClientRect());
    const left = Math.min(...all.map((at) => at.left));
    const top = Math.min(...all.map((at) => at.top));
    return { width: Math.max(...all.map((at) => at.right)) - left, height: Math.max(...all.map((at) => at.bottom)) - top };
  };
  const words = (e) => (e.getAttribute("aria-label") || e.textContent || e.name || e.type || "").trim().replace(/\s+/g, " ").slice(0, 40);
  return [...document.querySelectorAll(TAPPED)]
    .filter((e) => shown(e) && !inSentence(e))
    .map((e) => [e, area(e)])
    .filter(([, { width, height }]) => width < least - 0.5 || height < least - 0.5)
    .map(([e, { width, height }]) => `${e.tagName.toLowerCase()}.${e.className} “${words(e)}” is ${Math.round(width)} × ${Math.round(height)}`);
}
