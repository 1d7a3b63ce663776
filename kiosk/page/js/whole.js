// Names that nobody cuts: how many lines each takes, measured as it is drawn, and rows in columns by their lines.

const RULER = document.createElement("canvas").getContext("2d");
const FAMILY = getComputedStyle(document.documentElement).getPropertyValue("--font-wall");

/** How many lines this text takes where a line is so many times as wide as its letters are high. */
export function linesOf(text, width, weight) {
  RULER.font = `${weight} 100px ${FAMILY}`;
  const wide = (part) => RULER.measureText(part).width / 100;
  let lines = 1;
  let used = 0;
  let space = 0;
  for (const part of text.match(/\s+|[^\s-]*-|[^\s-]+/g) || []) {
    const word = wide(part);
    if (!part.trim()) {
      space = wide(" ");
      continue;
    }
    const fits = used && used + space + word <= width;
    const more = fits ? 0 : Math.ceil(word / width) - 1; // a word wider than the line goes on in the next one
    lines += (fits || !used ? 0 : 1) + more;
    used = fits ? used + space + word : word - more * width;
    space = 0;
  }
  return lines;
}

/** Does every word of it stand in one line? */
export const isUnbroken = (text, width, weight) => (text.match(/[^\s-]+-?/g) || []).every((word) => linesOf(word, width, weight) === 1);

/** Rows in columns, so many to a page: as few pages as `most` lines to a column allow, and no column longer than it must be. */
export function columnsOf(lines, most, beside = 2) {
  const pages = Math.ceil(filled(lines, most).length / beside);
  for (let least = Math.max(...lines); ; least++) {
    const columns = filled(lines, least);
    if (least === most || columns.length <= beside * pages) return columns;
  }
}

/** So many rows in each column, so many columns to a page. */
export function inPages(all, columns, beside = 2) {
  const start = (upTo) => columns.slice(0, upTo).reduce((sum, rows) => sum + rows, 0);
  return Array.from({ length: Math.max(1, Math.ceil(columns.length / beside)) }, (_, page) => {
    const edges = Array.from({ length: beside + 1 }, (_, more) => start(beside * page + more));
    return { rows: all.slice(edges[0], edges[beside]), columns: edges.slice(1).map((to, n) => all.slice(edges[n], to)) };
  });
}

/** From the top: a row that no longer fits begins the next column. Gives how many rows each has. */
function filled(lines, most) {
  const columns = [0];
  let used = 0;
  for (const more of lines) {
    if (used + more > most) {
      columns.push(0);
      used = 0;
    }
    columns[columns.length - 1] += 1;
    used += more;
  }
  return columns;
}
