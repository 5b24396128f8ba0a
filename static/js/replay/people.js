// @ts-check
/** The people of a match that is over, or of a lesson: nobody is away, nobody is called, no clock runs. */
import { h } from "../lib/h.js";
import { seatStool } from "../table/context.js";

/**
 * What a page has that seats people: a replay, or a lesson.
 * @typedef {object} Company
 * @property {import("../lib/t.js").Translate} t
 * @property {{table: any, seat: number | null}} state
 * @property {{held: boolean}} stage
 * @property {(seat: number) => string} name
 */

/**
 * @param {Company} company
 * @param {number} seat
 */
export function drawPerson(company, seat) {
  const { t, state } = company;
  const lit = isLit(company, seat);
  return h(
    "div",
    { class: lit ? "seat lit" : "seat", "data-seat": seat },
    h(
      "span",
      { class: "seat-stool", key: "stool" },
      h("span", { class: "lamp", "aria-hidden": "true" }),
      seatStool(state.table, seat, "var(--stool)"),
    ),
    h("span", { class: "seat-name", key: "name" }, seat === state.seat ? t("seat.you") : company.name(seat)),
    h("span", { class: "seat-mark", key: "mark" }),
    lit && h("span", { class: "unseen", key: "turn" }, t("seat.to_act")),
  );
}

/**
 * @param {Company} company
 * @param {number} seat
 */
function isLit({ state, stage }, seat) {
  return state.table.state === "playing" && !stage.held && state.table.to_act.includes(seat);
}

/**
 * All of them in a row, for a board that does not seat its people itself.
 * @param {Company} company
 */
export function drawPeople(company) {
  const { t, state } = company;
  return h(
    "ol",
    { class: "seats", key: "seats", "aria-label": t("seats.around"), style: { "--count": state.table.seats.length } },
    state.table.seats.map((/** @type {any} */ { seat }) => h("li", { key: seat }, drawPerson(company, seat))),
  );
}
