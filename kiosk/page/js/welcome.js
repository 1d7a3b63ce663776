// Before anything else: what is on, and how to get to the pages. A code is never without the same in letters.
import { LONG_WITH_CLUB, clubOf, h, high, icon, many, name } from "./h.js";
import { head } from "./frame.js";
import { canScan, code, letters } from "./scan.js";
import { pagesOf, pageOf } from "./choose.js";
import { columnsOf, inPages, linesOf } from "./whole.js";
import { foot, pageWords } from "./frame.js";
import { span } from "./present.js";

const ROSTER = 48;
const ROSTER_AND_CLUBS = 42; // where some need a line more
const FEW = 24; // so few are drawn larger
const LONG = 16; // a name longer than this needs two lines then
const LONG_TICKED = 12; // beside ticks there is less room
const COLUMNS = 3;
const WIDE = 26.2; // rem of a name beside a tick
const LINE = [2.1, 1]; // letters of a name in rem, and its lines, where there are many
const FEW_LINES = [2.3, 2]; // and where there are few
const SMALLEST = 2; // where names take the lines they need
const CLUB = 1.5; // rem of the letters of a club
const CLUB_LINE = 0.7; // and a line of them, in lines of a name
const MOST = 17; // lines of a column

export const welcome = {
  draw(data, at) {
    const event = data && data.event;
    const here = data ? data.roster.filter((player) => player.here).length : 0;
    return [
      head(event ? "Welcome" : at.shop.name || "Cinderbox", at, { beside: event && [at.shop.name, event.ruleset].filter(Boolean).join(" · "), scan: false }),
      h(
        "section.w-welcome",
        { "data-day": Boolean(data && data.day && data.day.length) },
        h(
          "div",
          ...(!event && at.box.pin ? firstPin(at.box.pin) : [h("h2", h("bdi", { dir: "auto" }, (event && event.name) || "Ready for an event")), ...plan(data, at), h("p.few", ...sentence(data, here, at), ...staff(data))]),
        ),
        h("div.w-qrs", ...codes(at.box, event ? "Find your table" : "Open the page", data && data.entry)),
        ...day(data),
      ),
    ];
  },
};

export const roster = {
  pages: (data) => rosterPages(data).length,
  draw(data, at, page) {
    const { rows, columns, whole } = rosterPages(data)[page];
    const nobody = !data.roster.some((row) => row.here); // then being here says nothing yet
    return [
      head("Is your name here?", at, { beside: data.event.name }),
      h(
        "section.w-cols3",
        ...columns.map((part) => h("ol.w-names", { "data-size": !whole && data.roster.length <= FEW ? "few" : null, "data-whole": whole }, ...part.map((row) => high(listed(row, nobody), whole && linesOfRow(row))))),
      ),
      foot(["Not on the list, or spelt wrong? Tell the desk. ", ...staff(data)], pageWords(rows, page, this.pages(data)) || many(data.roster.length, "player")),
    ];
  },
};

const listed = (row, nobody) =>
  h("li", { "data-here": row.here || nobody, "data-ticked": row.here, "data-tall": (clubOf(row.name) && row.name.length > LONG_WITH_CLUB) || null, "data-long": row.name.length > (nobody ? LONG : LONG_TICKED) }, name(row.name, ".two"), row.here && icon("check"));

const laidOut = new WeakMap(); // measured once, however often the wall asks

function rosterPages(data) {
  if (!laidOut.has(data.roster)) laidOut.set(data.roster, inLines(data.roster) || alike(data));
  return laidOut.get(data.roster);
}

function alike(data) {
  return Array.from({ length: pagesOf(data.roster, perPage(data)) }, (_, page) => {
    const rows = pageOf(data.roster, perPage(data), page);
    const size = Math.max(1, Math.ceil(rows.length / COLUMNS));
    return { rows, columns: Array.from({ length: COLUMNS }, (_, column) => rows.slice(column * size, (column + 1) * size)) };
  });
}

/** Where a name does not fit into its row: rows as high as their names. */
function inLines(rows) {
  const [size, most] = rows.length <= FEW ? FEW_LINES : LINE;
  const fits = ({ name: who }) => (clubOf(who) ? linesOf(withoutClub(who), WIDE / SMALLEST, 700) === 1 : linesOf(who, WIDE / size, 700) <= most);
  if (rows.every(fits)) return null;
  return inPages(rows, columnsOf(rows.map(linesOfRow), MOST, COLUMNS), COLUMNS).map((each) => ({ ...each, whole: true }));
}

const withoutClub = (who) => who.slice(0, -clubOf(who).length - 1);

function linesOfRow({ name: who }) {
  const club = clubOf(who);
  const lines = club ? linesOf(withoutClub(who), WIDE / SMALLEST, 700) + CLUB_LINE * linesOf(club, WIDE / CLUB, 400) : linesOf(who, WIDE / SMALLEST, 700);
  return Math.min(MOST, Math.ceil(lines));
}

const perPage = (data) => (data.roster.some((row) => clubOf(row.name)) ? ROSTER_AND_CLUBS : ROSTER);

/** What it will be, and when; how to get in, and until when. */
function plan(data, at) {
  if (!data) return [];
  const terms = data.entry && data.entry.terms;
  const closes = checkIn(data, at);
  return [data.format && h("p", data.format), data.starts_at && h("p", "Round 1 at ", h("b.num", data.starts_at)), terms && h("p", terms), closes && h("p", h("b", closes))].filter(Boolean);
}

/** “Check-in closes at 13:45.”; nothing while nobody can check in alone. */
export function checkIn(data, at) {
  const open = data.check_in;
  if (!open) return "";
  if (!open.until_ms || open.boot !== at.boot) return canScan(at) ? "Check in on your phone." : "Check-in is open.";
  const left = open.until_ms - at.serverNow;
  if (left <= 0) return "";
  return at.known ? `Check-in closes at ${at.wallIn(left + 30_000)}.` : `Check-in closes in ${span(left)}.`;
}

/** The plan of the day: when each part begins, or how long it takes. */
function day(data) {
  if (!data || !data.day || !data.day.length) return [];
  const beside = (line) => (line.state === "done" ? "done" : line.state === "now" ? "now" : line.at || (line.minutes ? `${line.minutes} min` : line.free ? "no limit" : ""));
  return [h("ol.w-day", ...data.day.map((line) => h("li", { "data-state": line.state }, h("span", line.what), h("b.num", beside(line)))))];
}

function sentence(data, here, at) {
  if (!data) return ["The organizer makes a new event at the address on the right."];
  const count = data.roster.length;
  const scan = data.entry && canScan(at); // without a network there is nothing to scan
  const enter = scan ? "Scan the code to enter. " : "";
  if (!count) return [enter, scan ? "No phone? Sign up at the desk." : "Sign up at the desk."];
  const are = (here || count) === 1 ? "is" : "are";
  return [h("b", here ? `${here} of ${count}` : many(count, "player")), here ? ` ${are} checked in. ` : ` ${are} on the list. `, enter, data.check_in && canScan(at) ? "Here already? Say so on your phone or at the desk. " : "Tell the desk that you are here. "];
}

/** Staff who play are announced: “Ana, organizer, plays too; Dee, co-organizer.” */
function staff(data) {
  const words = (one, last) => `, ${one.role}${one.plays ? ", plays too" : ""}${last ? "." : "; "}`;
  return ((data && data.staff) || []).flatMap((one, i, all) => [h("bdi", { dir: "auto" }, one.name), words(one, i === all.length - 1)]);
}

/** Only on the machine's own screen, until the organizer has signed in. */
function firstPin(pin) {
  return [h("h2", "Hello"), h("p.w-pin", "The organizer's PIN is ", h("b", pin), "Sign in with it at the address on the right, and it leaves this screen.")];
}

function codes(box, there, entry = null) {
  if (!box) return [];
  if (!letters(box)) return [h("p", "This box is not on a network yet.", h("br"), "Plug in a cable, or switch its Wi-Fi on.")];
  const typed = letters(box);
  const enter = entry && box.enter_qr;
  const page = h("div.w-qr", code(enter ? box.enter_qr : box.qr), h("b", enter ? "Enter" : there), h("span", h("b", typed, ...(enter ? [h("wbr"), "/enter"] : []))));
  if (!box.wifi) return [page];
  const secret = box.wifi.password ? ["Password ", h("b", box.wifi.password)] : ["No password"];
  const wifi = h("div.w-qr", code(box.wifi.qr), h("b", "Join the Wi-Fi"), h("span", h("b", box.wifi.name), h("br"), ...secret));
  return [wifi, page];
}
