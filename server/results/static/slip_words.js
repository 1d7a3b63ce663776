// Which player a few typed letters mean: "1", "2", … by seat, "d" for a draw, or "" while it is not clear.
export function meant(typed, names, draws) {
  const text = bare(typed);
  if (!text) return "";
  if (draws && ["d", "draw", "0", "="].includes(text)) return "d";
  if (/^[1-9]$/.test(text) && Number(text) <= names.length) return text;
  const fits = names.flatMap((name, seat) => (begins(bare(name), text) ? [String(seat + 1)] : []));
  return fits.length === 1 ? fits[0] : "";
}

function bare(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim().replace(/\s+/g, " ");
}

function begins(name, start) {
  return name.startsWith(start) || name.split(" ").some((word) => word.startsWith(start));
}
