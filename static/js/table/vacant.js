// @ts-check
/** A seat that its player gave up: somebody who has seen no other hand of the match may go on. */
import { h } from "../lib/h.js";

/**
 * @param {import("../table.js").Room} room
 * @param {any} place
 */
export function mayTakeOver({ state, actions }, { player, away, given_up: gone }) {
  const { table, seat } = state;
  const vacant = table.state === "playing" && away && gone && player !== null;
  return vacant && seat === null && table.may_sit && !actions.unclean;
}

/**
 * For who watches: a slip for each such seat, or why it is not for them.
 * @param {import("../table.js").Room} room
 */
export function drawVacant(room) {
  const { t, state, actions } = room;
  const free = state.table.seats.filter((/** @type {any} */ place) => mayTakeOver(room, place));
  if (actions.unclean && state.seat === null && state.table.state === "playing")
    return h("section", { class: "slip", key: "unclean" }, h("p", { role: "status" }, t("vacant.refused")));
  return free.map((/** @type {any} */ { seat }) =>
    h(
      "section",
      { class: "slip", key: `vacant-${seat}`, "aria-label": t("vacant.label") },
      h("p", null, t("vacant.text", { name: room.name(seat) })),
      h(
        "button",
        { class: "button lit little", disabled: actions.busy, onclick: () => actions.takeOver(seat) },
        t("vacant.take", { name: room.name(seat) }),
      ),
    ),
  );
}
