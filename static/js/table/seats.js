// @ts-check
/** The people around the table: the others clockwise from my left, I at the near edge. */
import { h } from "../lib/h.js";
import { drawAlike } from "./alike.js";
import { drawKnock, drawStandIn } from "./absence.js";
import { seatStool } from "./context.js";
import { drawClock, drawRing } from "./countdown.js";
import { isCovered } from "./turns.js";

/**
 * All seats as I see them: clockwise from my left, mine left out; a spectator sees all.
 * @param {number} count
 * @param {number | null} mine
 */
export function othersFrom(count, mine) {
  const first = mine === null ? 0 : mine + 1;
  const length = mine === null ? count : count - 1;
  return Array.from({ length }, (_, index) => (first + index) % count);
}

/** @param {import("../table.js").Room} room */
export function drawSeats(room) {
  const { t, state } = room;
  const order = othersFrom(state.table.seats.length, state.seat);
  return h(
    "ol",
    {
      class: "seats",
      key: "seats",
      "aria-label": t("seats.around"),
      style: { "--count": order.length },
    },
    order.map((seat) =>
      h(
        "li",
        { key: seat, class: classOf(room, seat), "data-seat": seat },
        drawSeat(room, seat, "var(--stool)"),
      ),
    ),
  );
}

/**
 * Whether somebody might have sat down here, had there been a seat left.
 * @param {any} table
 * @param {number | null} seat
 */
export function comesLate({ seats, state, may_sit: invited }, seat) {
  const full = seats.every((/** @type {any} */ { player, bot }) => player || bot);
  return seat === null && invited && full && (state === "open" || state === "playing");
}

/** @param {import("../table.js").Room} room */
export function drawMySeat(room) {
  const { seat, table } = room.state;
  if (seat === null) {
    const late = comesLate(table, seat);
    const words = room.t(late ? "seat.all_taken" : "seat.watching");
    return h("span", { class: `seat-watching small${late ? " late" : ""}` }, drawEye(), words);
  }
  return h(
    "div",
    { class: `${classOf(room, seat)} mine-seat`, "data-seat": seat },
    drawSeat(room, seat, "var(--stool)"),
  );
}

/** A sign that no name at a seat has. */
function drawEye() {
  return h(
    "svg",
    { class: "eye", viewBox: "0 0 20 14", width: 20, height: 14, "aria-hidden": "true" },
    h("path", { d: "M1.5 7C4 3 7 1.5 10 1.5S16 3 18.5 7C16 11 13 12.5 10 12.5S4 11 1.5 7Z" }),
    h("circle", { cx: 10, cy: 7, r: 2.6 }),
  );
}

/**
 * A person for a board that seats its people itself (`seatsPeople`); the board sets `--stool`.
 * @param {import("../table.js").Room} room
 * @param {number} seat
 */
export function drawPerson(room, seat) {
  return h(
    "div",
    { class: classOf(room, seat), "data-seat": seat },
    drawSeat(room, seat, "var(--stool)"),
  );
}

/**
 * @param {import("../table.js").Room} room
 * @param {number} seat
 */
function classOf(room, seat) {
  const { player, connected, away } = room.state.table.seats[seat];
  const gone = player && !away && !connected && seat !== room.state.seat;
  return ["seat", isLit(room, seat) && "lit", gone && "gone", away && "away"]
    .filter(Boolean)
    .join(" ");
}

/**
 * @param {import("../table.js").Room} room
 * @param {number} seat
 */
function isLit({ state, stage }, seat) {
  return state.table.state === "playing" && !stage.held && state.table.to_act.includes(seat);
}

/**
 * @param {import("../table.js").Room} room
 * @param {number} seat
 * @param {string} size
 */
function drawSeat(room, seat, size) {
  const { t, state } = room;
  const { player, bot, away, connected } = state.table.seats[seat];
  const bubble = room.bubbles.get(seat);
  return [
    h(
      "span",
      { class: "seat-stool", key: "stool" },
      h("span", { class: "lamp", "aria-hidden": "true" }),
      drawRing(room, seat),
      seatStool(state.table, seat, size),
      drawClock(room, seat) ?? drawStandIn(room, seat),
    ),
    h(
      "span",
      { class: "seat-name", key: "name" },
      seat === state.seat ? t("seat.you") : room.name(seat),
      drawAlike(room, seat),
    ),
    h(
      "span",
      { class: "seat-mark", key: "mark" },
      isCovered(state, seat)
        ? t("seat.covered")
        : markOf(t, { player, bot, away, connected: connected || seat === state.seat }),
    ),
    drawKnock(room, seat),
    isLit(room, seat) && h("span", { class: "unseen", key: "turn" }, t("seat.to_act")),
    bubble && h("span", { class: "bubble", key: "bubble", "data-inside": "" }, bubble),
  ];
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {{player: any, bot: string | null, away: boolean, connected: boolean}} seat
 */
function markOf(t, { player, bot, away, connected }) {
  if (away) return t("seat.stand_in");
  if (player) return connected ? "" : t("seat.offline");
  return bot ? t("seat.bot") : "";
}
