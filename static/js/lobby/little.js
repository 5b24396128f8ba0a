// @ts-check
/** A table seen from above, small, with its people around it: for the lobby. */
import { h } from "../lib/h.js";
import { listWords } from "../lib/t.js";
import { seatStool } from "../table/context.js";
import { paceWords } from "../table/pace.js";

const STOOL = 26;

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {any} table
 * @param {string} game
 */
export function drawLittleTable(t, table, game) {
  const total = table.seats.length;
  const count = table.seats.filter((/** @type {any} */ { player, bot }) => player || bot).length;
  const open = table.state === "open" && count < total;
  const people = table.seats.flatMap((/** @type {any} */ { player }) =>
    player ? [player.name] : [],
  );
  return h(
    "li",
    { key: table.id, class: `little-table ${table.state}` },
    h(
      "a",
      { href: `/t/${table.id}` },
      drawFromAbove(table),
      drawWords(t, { table, game, people, count, total, open }),
    ),
  );
}

/** @param {any} table */
function drawFromAbove(table) {
  const total = table.seats.length;
  return h(
    "span",
    { class: "from-above", "aria-hidden": "true" },
    h("span", { class: "from-above-top" }),
    table.seats.map((/** @type {any} */ { seat }) => {
      const angle = Math.PI / 2 + (seat * 2 * Math.PI) / total;
      return h(
        "span",
        {
          class: "from-above-stool",
          key: seat,
          style: { "--x": Math.cos(angle).toFixed(3), "--y": Math.sin(angle).toFixed(3) },
        },
        seatStool(table, seat, STOOL),
      );
    }),
  );
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {{table: any, game: string, people: string[], count: number, total: number, open: boolean}} what
 */
function drawWords(t, { table, game, people, count, total, open }) {
  return h(
    "span",
    { class: "little-words" },
    h("strong", null, table.title ?? game),
    h("span", { class: "small soft" }, people.length > 0 ? listWords(people) : t("lobby.nobody")),
    h(
      "span",
      { class: "small" },
      table.state === "open" ? t("before.here", { count, total }) : t("lobby.playing"),
    ),
    table.pace.kind !== "relaxed" && h("span", { class: "small soft" }, paceWords(t, table.pace)),
    h("span", { class: open ? "tag lit" : "tag" }, open ? t("lobby.join") : t("lobby.watch")),
  );
}
