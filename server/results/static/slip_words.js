// Which side a few typed letters mean: its key ("1", "2", … by seat, "A", "B", "C" in teams), "d" for a draw, or ""
// while it is not clear.
export function meant(typed, names, draws, keys = names.map((_, seat) => String(seat + 1))) {
  const text = bare(typed);
  if (!text) return "";
  if (draws && ["d", "draw", "0", "="].includes(text)) return "d";
  if (keys.includes(text.toUpperCase())) return text.toUpperCase();
  if (/^[1-9]$/.test(text) && keys[0] === "A" && Number(text) <= names.length) return keys[Number(text) - 1];
  const fits = names.flatMap((name, seat) => (begins(bare(name), text) ? [keys[seat]] : []));
  return fits.length === 1 ? fits[0] : "";
}

function bare(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim().replace(/\s+/g, " ");
}

function begins(name, start) {
  return name.startsWith(start) || name.split(" ").some((word) => word.startsWith(start));
}
