// @ts-check
/** The stools around a table that has not started: who is on them, and what I can do there. */
import { h } from "../lib/h.js";
import { drawAlike } from "./alike.js";
import { seatStool } from "./context.js";
import { drawNamed } from "./named.js";
import { drawSeatMenu } from "./seat_menu.js";

/** @param {import("../table.js").Room} room */
export function drawPlaces(room) {
  const { seats } = room.state.table;
  const mine = room.state.seat ?? 0;
  return h(
    "ol",
    { class: classOfPlaces(room.state.table) },
    seats.map((/** @type {any} */ place) =>
      h(
        "li",
        {
          class: ["place", place.held && "held", place.seat === room.state.seat && "own"].filter(Boolean).join(" "),
          key: place.seat,
          "data-seat": place.seat,
          style: spot((place.seat - mine + seats.length) % seats.length, seats.length),
        },
        drawPlace(room, place),
      ),
    ),
  );
}

/** @param {any} table */
function classOfPlaces({ seats, seating }) {
  return ["places", seats.length > 6 && "many", seating === "random" && "by-lot"].filter(Boolean).join(" ");
}

/**
 * Where a stool stands: I at the near edge, the others clockwise from my left. Many sit a little
 * further up or down than on an oval, for at its sides they come close.
 * @param {number} offset
 * @param {number} count
 */
function spot(offset, count) {
  const angle = Math.PI / 2 + (offset * 2 * Math.PI) / count;
  const up = Math.sin(angle);
  const y = count > 6 ? Math.sign(up) * Math.abs(up) ** 0.8 : up;
  return { "--x": Math.cos(angle).toFixed(4), "--y": y.toFixed(4) };
}

/**
 * @param {import("../table.js").Room} room
 * @param {any} place
 */
function drawPlace(room, place) {
  const taken = place.player || place.bot;
  return [
    h("span", { class: "place-stool" }, seatStool(room.state.table, place.seat, "var(--stool)")),
    h(
      "span",
      { class: "place-name" },
      drawNamed(room.t, room.name(place.seat), place.seat === room.state.seat),
      drawAlike(room, place.seat),
    ),
    h("span", { class: "place-mark small" }, markOf(room, place)),
    h("span", { class: "place-actions" }, taken ? drawFree(room, place) : drawTake(room, place)),
  ];
}

/**
 * @param {import("../table.js").Room} room
 * @param {any} place
 */
function markOf({ t, state }, { seat, player, bot, held, connected }) {
  if (bot) return t("seat.bot_level", { level: t(`level.${bot}`) });
  if (!player) return "";
  if (held) return t(seat === state.seat ? "again.held_for_you" : "again.awaited");
  if (player.id === state.table.host) return t("seat.host");
  return connected || seat === state.seat ? t("seat.here") : t("seat.offline");
}

/**
 * @param {import("../table.js").Room} room
 * @param {any} place
 */
function drawFree(room, { seat, bot, held }) {
  const { t, state, isHost, actions } = room;
  if (seat === state.seat) return held ? drawAgree(room, seat) : drawOwn(room, seat);
  if (!isHost) return bot ? null : drawSeatMenu(room, seat);
  const label = bot ? t("seat.remove_bot") : t("seat.free_it");
  return [
    h("button", { class: "button little", onclick: () => actions.free(seat) }, label),
    drawSeatMenu(room, seat),
  ];
}

/**
 * A seat that is held for me from the last match.
 * @param {import("../table.js").Room} room
 * @param {number} seat
 */
function drawAgree({ t, actions }, seat) {
  return [
    h(
      "button",
      { class: "button lit little", disabled: actions.busy, onclick: () => actions.sit(seat) },
      t("again.join"),
    ),
    h(
      "button",
      { class: "button little", disabled: actions.busy, onclick: () => actions.free(seat) },
      t("again.decline"),
    ),
  ];
}

/**
 * @param {import("../table.js").Room} room
 * @param {number} seat
 */
function drawOwn(room, seat) {
  const { t, actions } = room;
  return [
    h("button", { class: "button little", onclick: () => actions.free(seat) }, t("seat.stand_up")),
    drawSeatMenu(room, seat),
  ];
}

/**
 * @param {import("../table.js").Room} room
 * @param {any} place
 */
function drawTake({ t, state, isHost, actions }, { seat }) {
  if (state.table.state !== "open") return null;
  return [
    state.seat === null &&
      state.table.may_sit &&
      h(
        "button",
        { class: "button lit little", disabled: actions.busy, onclick: () => actions.sit(seat) },
        t("seat.sit"),
      ),
    isHost &&
      h(
        "button",
        { class: "button little", disabled: actions.busy, onclick: () => actions.seatBot(seat) },
        t("seat.add_bot"),
      ),
  ];
}
