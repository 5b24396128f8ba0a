// @ts-check
/** What one can do about a seat besides freeing it: go on elsewhere, mute its person, keep them out. */
import { ask } from "../lib/dialog.js";
import { h } from "../lib/h.js";
import { openPhone } from "./phone.js";

/**
 * The sign that opens it; nothing for a seat without a person, or for who could do nothing there.
 * @param {import("../table.js").Room} room
 * @param {number} seat
 */
export function drawSeatMenu(room, seat) {
  if (!room.state.table.seats[seat].player) return null;
  const words = room.t("seat.more", { name: room.name(seat) });
  return h(
    "button",
    { class: "button little seat-more", key: "more", "aria-label": words, title: words, onclick: () => openSeat(room, seat) },
    "⋯",
  );
}

/**
 * @param {import("../table.js").Room} room
 * @param {number} seat
 */
async function openSeat(room, seat) {
  const { t, talk, actions } = room;
  const { player, alike } = room.state.table.seats[seat];
  const wish = await ask(room.name(seat), (answer) => [
    h("h2", { key: "title" }, room.name(seat)),
    alike && h("p", { key: "alike", class: "note small" }, t("alike.text")),
    h(
      "div",
      { class: "line-ways", key: "ways" },
      waysOf(room, seat).map(([name, words]) =>
        h("button", { class: "button", key: name, onclick: () => answer(name) }, words),
      ),
      h("button", { class: "button slight", key: "close", onclick: () => answer(null) }, t("dialog.close")),
    ),
  ]);
  if (wish === "phone") await openPhone(room);
  if (wish === "mute") talk.mute(player, !talk.muted.has(player.id));
  if (wish === "bar") await actions.bar(seat);
}

/**
 * @param {import("../table.js").Room} room
 * @param {number} seat
 * @returns {Array<[string, string]>}
 */
function waysOf({ t, state, isHost, talk }, seat) {
  if (seat === state.seat) return [["phone", t("phone.button")]];
  const { player } = state.table.seats[seat];
  const words = t(talk.muted.has(player.id) ? "mute.undo" : "mute.button", { name: player.name });
  return isHost && state.table.state === "open" ? [["mute", words], ["bar", t("bar.button")]] : [["mute", words]];
}
