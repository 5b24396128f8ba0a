// @ts-check
/** Who is at the table, in words, and what I can do about each of them. */
import { h } from "../lib/h.js";
import { seatStool } from "./context.js";
import { openLinks } from "./links.js";
import { openPhone } from "./phone.js";
import { mayTakeOver } from "./vacant.js";

/** @param {import("../table.js").Room} room */
export function drawPeopleList(room) {
  const { table } = room.state;
  return h(
    "ul",
    { class: "people", key: "people" },
    table.seats.map((/** @type {any} */ place) =>
      h(
        "li",
        { key: place.seat },
        seatStool(table, place.seat, 36),
        h(
          "span",
          { class: "people-words" },
          h("strong", null, room.name(place.seat)),
          h("span", { class: "small soft" }, wordsOf(room, place).join(" · ")),
        ),
        h("span", { class: "people-ways" }, waysOf(room, place)),
      ),
    ),
  );
}

/**
 * Who watches a match has no seat, and is told so before those who watch are counted.
 * @param {import("../table.js").Room} room
 */
export function drawWatchers({ t, state }) {
  const { spectators: count } = state.table;
  const mine = state.seat === null;
  return [
    mine && state.table.state !== "open" && h("p", { class: "note", key: "watching" }, t("people.watching")),
    mine && count < 2
      ? null
      : h("p", { class: "soft", key: "watchers" }, count === 0 ? t("people.nobody") : t("people.watchers", { count })),
  ];
}

/**
 * @param {import("../table.js").Room} room
 * @param {any} place
 */
function wordsOf(room, place) {
  const { t, state, talk } = room;
  const { player, alike } = place;
  return [
    standingOf(room, place),
    player && player.id === state.table.host && t("seat.host"),
    player && talk.muted.has(player.id) && t("mute.mark"),
    alike && t("alike.short"),
  ].filter(Boolean);
}

/**
 * @param {import("../table.js").Room} room
 * @param {any} place
 */
function standingOf({ t, state }, { seat, player, bot, away, held, given_up: gone, connected }) {
  if (gone) return t("people.gone");
  if (away) return t("people.stand_in");
  if (player === null) return bot ? t("seat.bot_level", { level: t(`level.${bot}`) }) : "";
  if (seat === state.seat) return t("people.you");
  if (held) return t("again.awaited");
  return connected ? t("seat.here") : t("people.offline");
}

/**
 * @param {import("../table.js").Room} room
 * @param {any} place
 */
function waysOf(room, place) {
  const { t, state, talk, isHost, actions } = room;
  const { seat, player } = place;
  if (player === null) return null;
  if (seat === state.seat)
    return h("button", { class: "button little", onclick: () => openPhone(room) }, t("phone.button"));
  const muted = talk.muted.has(player.id);
  return [
    mayTakeOver(room, place) &&
      h(
        "button",
        { class: "button lit little", key: "take", disabled: actions.busy, onclick: () => actions.takeOver(seat) },
        t("vacant.take", { name: player.name }),
      ),
    h(
      "button",
      { class: "button little", key: "mute", onclick: () => talk.mute(player, !muted) },
      t(muted ? "mute.undo" : "mute.short"),
    ),
    isHost &&
      state.table.state === "open" &&
      h(
        "button",
        { class: "button little", key: "bar", disabled: actions.busy, onclick: () => actions.bar(seat) },
        t("bar.button"),
      ),
  ];
}

/**
 * The host's invitations are at hand during the match as well.
 * @param {import("../table.js").Room} room
 */
export function drawLinksButton(room) {
  const { state } = room.state.table;
  if (!room.isHost || (state !== "open" && state !== "playing")) return null;
  return h("button", { class: "button", key: "links", onclick: () => openLinks(room) }, room.t("links.all"));
}
