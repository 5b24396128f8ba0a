// @ts-check
/** A sign beside a name that can be taken for another one at the table. */
import { h } from "../lib/h.js";

/**
 * @param {import("../table.js").Room} room
 * @param {number | null} seat
 * @param {string} [player]  the sign is for this person only, wherever they sit by now
 */
export function drawAlike({ t, state }, seat, player) {
  const place = seat === null ? null : state.table.seats[seat];
  if (!place?.alike || (player !== undefined && place.player?.id !== player)) return null;
  const words = t("alike.text");
  return h("span", { class: "alike", key: "alike", role: "img", title: words, "aria-label": words }, "≈");
}
