// @ts-check
/** The people of a match that is over: nobody is away, nobody is called, no clock runs. */
import { h } from "../lib/h.js";
import { seatStool } from "../table/context.js";

/**
 * @param {import("../replay.js").Replay} replay
 * @param {number} seat
 */
export function drawPerson(replay, seat) {
  const { t, state } = replay;
  const lit = isLit(replay, seat);
  return h(
    "div",
    { class: lit ? "seat lit" : "seat", "data-seat": seat },
    h(
      "span",
      { class: "seat-stool", key: "stool" },
      h("span", { class: "lamp", "aria-hidden": "true" }),
      seatStool(state.table, seat, "var(--stool)"),
    ),
    h("span", { class: "seat-name", key: "name" }, seat === state.seat ? t("seat.you") : replay.name(seat)),
    h("span", { class: "seat-mark", key: "mark" }),
    lit && h("span", { class: "unseen", key: "turn" }, t("seat.to_act")),
  );
}

/**
 * @param {import("../replay.js").Replay} replay
 * @param {number} seat
 */
function isLit({ state, stage }, seat) {
  return state.table.state === "playing" && !stage.held && state.table.to_act.includes(seat);
}

/**
 * All of them in a row, for a board that does not seat its people itself.
 * @param {import("../replay.js").Replay} replay
 */
export function drawPeople(replay) {
  const { t, table } = replay;
  return h(
    "ol",
    { class: "seats", key: "seats", "aria-label": t("seats.around"), style: { "--count": table.seats.length } },
    table.seats.map((/** @type {any} */ { seat }) => h("li", { key: seat }, drawPerson(replay, seat))),
  );
}
