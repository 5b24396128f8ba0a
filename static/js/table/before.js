// @ts-check
/** The table before the start: stools around it, the invitation, the promise. */
import { h } from "../lib/h.js";
import { listWords } from "../lib/t.js";
import { drawAskToNotify } from "./calling.js";
import { drawInvite } from "./invite.js";
import { drawOptions } from "./options.js";
import { drawPlaces } from "./places.js";
import { drawSeries } from "./series.js";
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
          drawSeriesSheet(room),
          drawInvite(room),
          drawOptions(room),
          drawPromise(room),
        ),
  );
}

/** Of a rematch: what the people at it have won so far. @param {import("../table.js").Room} room */
function drawSeriesSheet(room) {
  const score = drawSeries(room, { least: 1, heading: "h2" });
  return score && h("div", { class: "sheet", key: "series" }, score);
}

/** @param {any} table */
function takenSeats(table) {
  return table.seats.filter((/** @type {any} */ { player, bot, held }) => (player || bot) && !held).length;
}

/** @param {import("../table.js").Room} room */
function drawCount({ t, state }) {
  const total = state.table.seats.length;
  const count = takenSeats(state.table);
  return [
    h(
      "p",
      { class: "ring-count", "aria-live": "polite" },
      count === total ? t("before.all_here") : t("before.here", { count, total }),
    ),
    state.table.seating === "random" && h("p", { class: "by-lot small", key: "lot" }, t("before.by_lot")),
  ];
}

/** @param {import("../table.js").Room} room */
function drawStart(room) {
  const { t, state, isHost, actions } = room;
  const missing = state.table.seats.length - takenSeats(state.table);
  const awaited = heldNames(room);
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
  if (missing === awaited.length)
    return h("p", { class: "small" }, t("before.awaited", { names: listWords(awaited), count: missing }));
  return [
    h(
      "button",
      { class: "button lit", key: "fill", disabled: actions.busy, onclick: () => actions.fillWithBots() },
      t("before.fill"),
    ),
    drawJustUs(room),
  ];
}

/** Enough are here to play without anybody else. @param {import("../table.js").Room} room */
function drawJustUs({ t, game, state, actions }) {
  const { seats } = state.table;
  const count = takenSeats(state.table);
  const stayFree = seats.slice(count).every((/** @type {any} */ { player, bot }) => !player && !bot);
  if (count < 2 || count < (game?.seats.min ?? Infinity) || !stayFree) return null;
  return h(
    "button",
    { class: "button", key: "just-us", disabled: actions.busy, onclick: () => actions.patch({ seats: count }) },
    t("before.just_us", { count }),
  );
}

/** For whom seats are held who have not said yet that they play. @param {import("../table.js").Room} room */
function heldNames(room) {
  return room.state.table.seats
    .filter((/** @type {any} */ { held }) => held)
    .map((/** @type {any} */ { seat }) => room.name(seat));
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
