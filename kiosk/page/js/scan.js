// How to get to the pages from a phone: a small code and the same in letters, on every scene.
import { h } from "./h.js";

const LOOPBACK = /\/\/(127\.|localhost|\[::1\])/;

/** The address as people type it; nothing while the box is on no network. */
export const letters = (box) => (!box || !box.address || LOOPBACK.test(box.address) ? "" : box.address.replace(/^https?:\/\//, "").replace(/\/$/, ""));

/** “… on your phone” is only said where a phone finds the way. */
export const canScan = (at) => Boolean(letters(at.box));

/** Small, beside the head: it lies over nothing. */
export const scan = (at) => (canScan(at) ? h("div.w-scan", h("span", letters(at.box)), code(at.box.qr)) : null);

/** A QR code as one path of squares. */
export function code(rows) {
  const dark = rows.flatMap((row, y) => [...row].flatMap((cell, x) => (cell === "1" ? [`M${x} ${y}h1v1h-1z`] : [])));
  return h("svg", { viewBox: `0 0 ${rows.length} ${rows.length}`, "aria-hidden": "true", "shape-rendering": "crispEdges" }, h("path", { d: dark.join("") }));
}
