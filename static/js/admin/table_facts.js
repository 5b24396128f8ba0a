// @ts-check
/** How a table is: its facts, its seats with their clocks, and who is connected. */
import { h } from "../lib/h.js";
import { face } from "../table/clock.js";
import { nameOf, seatStool } from "../table/context.js";
import { paceWords } from "../table/pace.js";
import { ago, empty, facts, mark, rows, sheet } from "./parts.js";
import { gameWords } from "./table_words.js";

/** @typedef {import("./house.js").House} House */

/**
 * @param {House} house
 * @param {any} found
 */
export function drawFacts(house, found) {
  const { t } = house;
  const { table, seq, created_at: created, started_at: started } = found;
  return sheet(
    t("admin.facts"),
    facts([
      [t("admin.tables.game"), gameWords(t, table.game)],
      [t("admin.tables.pace"), paceWords(t, table.pace)],
      [t("admin.facts.created"), ago(house, created)],
      [t("admin.facts.started"), ago(house, started)],
      [t("admin.facts.seq"), seq === null ? t("admin.never") : String(seq)],
      [t("admin.facts.visibility"), t(`visibility.${found.visibility}`)],
      [t("admin.facts.links"), String(found.links_count)],
      [t("admin.facts.watchers"), String(table.spectators)],
      [t("admin.facts.id"), h("code", null, table.id)],
      [t("admin.facts.commitment"), h("code", null, found.commitment)],
      found.broken_glass.length > 0 && [t("admin.facts.glass"), brokenWords(house, found.broken_glass)],
    ]),
  );
}

/**
 * @param {House} house
 * @param {Array<{at: string, seq: number}>} broken
 */
function brokenWords(house, broken) {
  return broken.map(({ at, seq }) =>
    h("div", { key: at }, ago(house, at), " · ", house.t("admin.glass.seq", { seq })),
  );
}

/**
 * @param {House} house
 * @param {any} found
 */
export function drawSeats(house, found) {
  const { t } = house;
  const { table, deadlines } = found;
  return sheet(
    t("admin.seats"),
    h(
      "ol",
      { class: "house-seats" },
      table.seats.map((/** @type {any} */ place) =>
        h(
          "li",
          { key: place.seat },
          seatStool(table, place.seat, 34),
          h("span", { class: "house-seat-name" }, nameOfSeat(t, table, place)),
          h("span", { class: "marks" }, seatMarks(t, found, place)),
          drawDeadline(house, deadlines[String(place.seat)]),
        ),
      ),
    ),
  );
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {any} table
 * @param {any} place
 */
function nameOfSeat(t, table, { seat, player, bot }) {
  if (player) return h("a", { href: `#players/${encodeURIComponent(player.id)}` }, nameOf(t, table, seat));
  return bot ? nameOf(t, table, seat) : t("admin.seats.free", { number: seat + 1 });
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {any} found
 * @param {any} place
 */
function seatMarks(t, { to_act: acting, table }, { seat, player, bot, away, connected }) {
  const ended = ["finished", "abandoned"].includes(table.state);
  return [
    acting.includes(seat) ? mark(t("admin.seats.to_act"), "lit") : null,
    bot && !player ? mark(t("seat.bot_level", { level: t(`level.${bot}`) })) : null,
    away ? mark(t("seat.stand_in")) : null,
    player && !ended ? mark(t(connected ? "admin.seats.here" : "admin.seats.gone"), connected ? "good" : "") : null,
    player?.id && player.id === table.host ? mark(t("admin.seats.host")) : null,
  ];
}

/**
 * @param {House} house
 * @param {string | undefined} deadline
 */
function drawDeadline({ t, clock }, deadline) {
  const left = deadline === undefined ? null : clock.until(deadline);
  if (left === null) return null;
  return h("span", { class: "house-clock numbers" }, face(t, left));
}

/**
 * @param {House} house
 * @param {any} found
 */
export function drawConnected({ t }, { connected }) {
  const title = t("admin.connected");
  if (connected.length === 0) return sheet(title, empty(t("admin.connected.nobody")));
  return sheet(
    title,
    rows({
      caption: title,
      items: connected,
      key: ({ player }) => player ?? "",
      columns: [
        {
          label: t("admin.connected.name"),
          main: true,
          cell: ({ player, name }) =>
            player
              ? h("a", { href: `#players/${encodeURIComponent(player)}` }, name)
              : t("admin.connected.nameless"),
        },
        {
          label: t("admin.connected.seat"),
          cell: ({ seat }) => (seat === null ? t("admin.connected.watching") : String(seat + 1)),
        },
        { label: t("admin.connected.sockets"), number: true, cell: ({ sockets }) => String(sockets) },
      ],
    }),
  );
}
