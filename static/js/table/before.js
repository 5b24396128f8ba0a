// @ts-check
/** The table before the start: stools around it, the invitation, the promise. */
import { h } from "../lib/h.js";
import { drawAskToNotify } from "./calling.js";
import { seatStool } from "./context.js";
import { drawInvite } from "./invite.js";
import { drawOptions } from "./options.js";
import { comesLate } from "./seats.js";

/** @param {import("../table.js").Room} room */
export function drawBefore(room) {
  const { t, state } = room;
  const closed = state.table.state === "abandoned";
  return h(
    "main",
    { class: "before", id: "main", key: "before" },
    closed ? h("p", { class: "note" }, t("before.closed")) : null,
    h(
      "section",
      { class: "ring", "aria-label": t("seats.around") },
      h("div", { class: "ring-top" }, drawCount(room), closed ? null : drawStart(room)),
      drawPlaces(room),
    ),
    closed ? null : drawAskToNotify(room),
    closed
      ? null
      : h(
          "div",
          { class: "before-papers" },
          drawInvite(room),
          drawOptions(room),
          drawPromise(room),
        ),
  );
}

/** @param {any} table */
function takenSeats(table) {
  return table.seats.filter((/** @type {any} */ { player, bot }) => player || bot).length;
}

/** @param {import("../table.js").Room} room */
function drawCount({ t, state }) {
  const total = state.table.seats.length;
  const count = takenSeats(state.table);
  return h(
    "p",
    { class: "ring-count", "aria-live": "polite" },
    count === total ? t("before.all_here") : t("before.here", { count, total }),
  );
}

/** @param {import("../table.js").Room} room */
function drawStart(room) {
  const { t, state, isHost, actions } = room;
  const missing = state.table.seats.length - takenSeats(state.table);
  if (comesLate(state.table, state.seat) && !isHost)
    return h("p", { class: "note" }, t("before.full"));
  if (!isHost)
    return h(
      "p",
      { class: "small" },
      missing === 0 ? t("before.host_starts") : t("before.waiting", { count: missing }),
    );
  if (missing === 0)
    return h(
      "button",
      { class: "button lit big", disabled: actions.busy, onclick: () => actions.start() },
      t("before.start"),
    );
  return h(
    "button",
    { class: "button lit", disabled: actions.busy, onclick: () => actions.fillWithBots() },
    t("before.fill"),
  );
}

/** @param {import("../table.js").Room} room */
function drawPlaces(room) {
  const { seats } = room.state.table;
  const mine = room.state.seat ?? 0;
  return h(
    "ol",
    { class: seats.length > 6 ? "places many" : "places" },
    seats.map((/** @type {any} */ place) =>
      h(
        "li",
        {
          class: "place",
          key: place.seat,
          "data-seat": place.seat,
          style: spot((place.seat - mine + seats.length) % seats.length, seats.length),
        },
        drawPlace(room, place),
      ),
    ),
  );
}

/**
 * Where a stool stands: I at the near edge, the others clockwise from my left.
 * @param {number} offset
 * @param {number} count
 */
function spot(offset, count) {
  const angle = Math.PI / 2 + (offset * 2 * Math.PI) / count;
  return { "--x": Math.cos(angle).toFixed(4), "--y": Math.sin(angle).toFixed(4) };
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
      place.seat === room.state.seat
        ? room.t("seat.you_named", { name: room.name(place.seat) })
        : room.name(place.seat),
    ),
    h("span", { class: "place-mark small" }, markOf(room, place)),
    h("span", { class: "place-actions" }, taken ? drawFree(room, place) : drawTake(room, place)),
  ];
}

/**
 * @param {import("../table.js").Room} room
 * @param {any} place
 */
function markOf({ t, state }, { seat, player, bot, connected }) {
  if (bot) return t("seat.bot_level", { level: t(`level.${bot}`) });
  if (!player) return "";
  if (player.id === state.table.host) return t("seat.host");
  return connected || seat === state.seat ? t("seat.here") : t("seat.offline");
}

/**
 * @param {import("../table.js").Room} room
 * @param {any} place
 */
function drawFree({ t, state, isHost, actions }, { seat, bot }) {
  if (seat === state.seat)
    return h(
      "button",
      { class: "button little", onclick: () => actions.free(seat) },
      t("seat.stand_up"),
    );
  if (!isHost) return null;
  const label = bot ? t("seat.remove_bot") : t("seat.free_it");
  return h("button", { class: "button little", onclick: () => actions.free(seat) }, label);
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

/** @param {import("../table.js").Room} room */
function drawPromise({ t, state }) {
  return h(
    "details",
    { class: "sheet promise" },
    h("summary", null, t("promise.title")),
    h("p", { class: "small soft" }, t("promise.text")),
    h("code", { class: "promise-code" }, state.table.commitment),
  );
}
