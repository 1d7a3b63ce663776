// What somebody at the back of the hall sees of the wall: every piece of text with its size and where its ink is.
// Gives {sizes, digits, names, steps, faults}; a fault is a sentence, what is not there is null.
() => {
  const root = document.getElementById("wall");
  const seen = [];
  const faults = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const style = getComputedStyle(node.parentElement);
    if (!node.textContent.trim() || style.visibility === "hidden" || node.parentElement.closest("[hidden]")) continue;
    const size = parseFloat(style.fontSize);
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      if (line.width) look(node, size, line);
    }
  }
  for (const [i, one] of seen.entries()) for (const other of seen.slice(i + 1)) if (touch(one, other)) faults.push(`“${one.text}” and “${other.text}” overlap`);
  const least = (selector) => {
    const sizes = seen.filter((each) => each.node.parentElement.closest(selector)).map((each) => each.size);
    return sizes.length ? Math.min(...sizes) : null;
  };
  return { sizes: seen.map((each) => each.size), digits: least("[data-digits]"), names: least("section .name"), steps: least(".w-steps, .w-todo"), faults };

  function look(node, size, line) {
    const middle = (line.top + line.bottom) / 2;
    const ink = { left: line.left, right: line.right, top: middle - 0.37 * size, bottom: middle + 0.37 * size };
    const text = node.textContent.trim().slice(0, 30);
    for (let box = node.parentElement; box && root.contains(box); box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.overflow === "visible") continue;
      const frame = box.getBoundingClientRect();
      const clamped = style.webkitLineClamp !== "none";
      if (clamped && ink.bottom > frame.bottom) return;
      if (ink.top < frame.top - 1 || ink.bottom > frame.bottom + 1) faults.push(`“${text}” is cut off at its top or bottom by ${box.className}`);
      if (style.textOverflow !== "ellipsis" && (ink.left < frame.left - 1 || ink.right > frame.right + 1)) faults.push(`“${text}” is cut off at its side by ${box.className}`);
      ink.left = Math.max(ink.left, frame.left);
      ink.right = Math.min(ink.right, frame.right);
    }
    if (ink.right > ink.left) seen.push({ node, size, text, ...ink });
  }

  function touch(one, other) {
    const digits = one.node.parentElement.closest("[data-digits]");
    if (one.node === other.node || digits?.contains(other.node)) return false;
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return wide > 1 && high > 1;
  }
}
