/** Clocks are looked at many times a second; a browser draws again whatever is written, also where it says the same. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
