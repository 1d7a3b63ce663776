// Which of two players a few typed letters mean: "1", "2", "d" for a draw, or "" while it is not clear.
export function meant(typed, names, draws) {
  const text = bare(typed);
  if (!text) return "";
  if (draws && ["d", "draw", "0", "="].includes(text)) return "d";
  if (text === "1" || text === "2") return text;
  const fits = names.map((name) => begins(bare(name), text));
  if (fits[0] === fits[1]) return "";
  return fits[0] ? "1" : "2";
}

function bare(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim().replace(/\s+/g, " ");
}

function begins(name, start) {
  return name.startsWith(start) || name.split(" ").some((word) => word.startsWith(start));
}
