// How much room the names of a bracket have: how wide each column is, how high letters are, how many lines a name takes.
import { linesOf } from "./whole.js";

const MOST = 4; // lines of a name
const LINE = 1.12; // a line is so many times as high as its letters
const LEAST = 12; // rem of a column, however little stands in it
const STEP = 0.5;
const DIGIT = 0.6; // a digit is so many times as wide as its letters are high

// In rem: all columns with the lines between them, from the top of the first box to the bottom of the last, what stands
// beside a name, what stands around the names of a box, how high letters are, and those that say who comes there.
const WHOLE = { wide: 93, high: 43, joint: 3, beside: 7.2, around: 3.9, letters: 2.2, gap: 2, scores: true, tables: true };
const CLOSE = { ...WHOLE, around: 1.7, letters: 2, gap: 1.5, tables: false };
const LARGE = { wide: 93, high: 43, joint: 2.2, beside: 4.8, around: 0.9, letters: 2, gap: 1.5 };
const BESIDE = { wide: 38, high: 36, joint: 2, beside: 2.8, around: 1.7, letters: 2, gap: 1.5 };
// The first in which every name is whole is taken.
const ROOMS = { whole: [WHOLE, { ...WHOLE, letters: 2, gap: 1.5 }, CLOSE], large: [LARGE], video: [LARGE, { ...LARGE, letters: 1.75 }, { ...LARGE, letters: 1.5 }], beside: [BESIDE] };

/**
 * The largest letters with which every name is whole, and whether tables have room, as {letters, gap, tables, fits, columns}: of each
 * column how `wide` it is in rem, and how many `lines` both names of each box have. Where names cannot be whole, everybody
 * has a fair share.
 */
export function roomFor(columns, kind) {
  const tried = ROOMS[kind].map((room) => ({ room, all: room.wide - room.joint * (columns.length - 1), needed: columns.map((column) => widthOf(column, room)) }));
  const { room, all, needed } = tried.find((each) => sum(each.needed) <= each.all) || tried[tried.length - 1];
  const alike = all / columns.length;
  const wide = needed.every((each) => each <= alike) ? needed.map(() => alike) : shared(needed, all);
  const laid = columns.map((column, n) => ({ wide: wide[n], lines: column.boxes.map((box) => linesOfBox(box, budget(column, room), room, wide[n])) }));
  return { ...room, fits: sum(needed) <= all, columns: laid };
}

/** Everybody has what they need; what is left goes to all alike, and what is missing is missing most where most is needed. */
function shared(needed, all) {
  const left = all - sum(needed);
  if (left >= 0) return needed.map((each) => each + left / needed.length);
  const floors = needed.map((each) => Math.min(each, LEAST));
  const part = (all - sum(floors)) / (sum(needed) - sum(floors));
  return needed.map((each, n) => floors[n] + part * (each - floors[n]));
}

/** The least width of a column in which every box has room for both its names, and no line ends inside a word. */
function widthOf(column, room) {
  const most = budget(column, room);
  const fits = (wide) => column.boxes.every(({ lines }) => lines.every((line) => isUnbroken(line, room, wide)) && sum(lines.map((line) => linesIn(line, room, wide))) <= most);
  for (let wide = LEAST; wide < room.wide; wide += STEP) if (fits(wide)) return wide;
  return room.wide;
}

const isUnbroken = (line, room, wide) => linesIn(line, room, wide) <= MOST && wordsOf(line).every((word) => linesOfText(word, line, room, wide) === 1);
const wordsOf = ({ name, text }) => (name || text).match(/[^\s-]+-?/g) || [];

/** How many lines fit into each box of this column. */
const budget = (column, { high, around, letters }) => Math.max(2, Math.floor((high / column.boxes.length - around) / (letters * LINE)));

const linesIn = (line, room, wide) => linesOfText(line.name || line.text, line, room, wide);

function linesOfText(text, { name, state, score }, { beside, letters, gap, scores }, wide) {
  const marks = (state === "through" ? letters : 0) + (scores ? score.length * DIGIT * letters : 0);
  const free = Math.max(1, wide - beside - marks);
  return name ? linesOf(text, free / letters, 700) : linesOf(text, free / gap, 400);
}

/** The lines of each name of a box: what it needs, or at least its half of what there is; the first has what is over. */
function linesOfBox({ lines }, most, room, wide) {
  const needed = lines.map((line) => Math.min(MOST, linesIn(line, room, wide)));
  const half = (n) => (n ? Math.floor(most / 2) : Math.ceil(most / 2));
  return needed.map((own, n) => Math.min(own, Math.max(half(n), most - (sum(needed) - own))));
}

const sum = (all) => all.reduce((one, other) => one + other, 0);
