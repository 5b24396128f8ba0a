// @ts-check
/** The house in numbers, as they are this second. */
import { h } from "../lib/h.js";
import { span } from "../table/clock.js";
import { figure, percent, withUnit } from "./figures.js";
import { mark } from "./parts.js";

/** Numbers whose last minute is drawn beside them. @type {Record<string, (now: any) => number | null>} */
export const MOVING = {
  people: (now) => now.people,
  tables: (now) => now.tables.playing,
  sockets: (now) => now.sockets.table + now.sockets.lobby + now.sockets.admin,
  moves: (now) => now.moves_a_second,
  latency: (now) => now.latency_ms.p99,
  errors: (now) => now.errors,
  memory: (now) => now.memory_mb,
};

/**
 * @typedef {object} Tile
 * @property {string} key  words `admin.tile.<key>`
 * @property {any} value
 * @property {any} [more]  what is said under it
 * @property {boolean} [bad]
 */

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {any} now
 * @param {import("./history.js").Recent} recent
 */
export function drawTiles(t, now, recent) {
  const tiles = [...playTiles(t, now), ...speedTiles(t, now, recent), ...machineTiles(t, now)];
  return h(
    "dl",
    { class: "tiles", key: "tiles" },
    tiles.map((tile) => drawTile(t, tile, recent)),
  );
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {Tile} tile
 * @param {import("./history.js").Recent} recent
 */
function drawTile(t, { key, value, more, bad }, recent) {
  const line = recent.line(key);
  return h(
    "div",
    { class: bad ? "tile bad" : "tile", key, "data-tile": key },
    h("dt", null, t(`admin.tile.${key}`)),
    h(
      "dd",
      { class: line === "" ? "tile-value numbers" : "tile-value numbers lined" },
      h("span", { key: "value" }, value),
      line !== "" && drawLine(line),
    ),
    more && h("dd", { class: "tile-more small soft" }, more),
  );
}

/** Beside the number where there is room for it. @param {string} line */
function drawLine(line) {
  return h(
    "svg",
    { class: "tile-line", key: "line", "aria-hidden": "true", viewBox: "0 0 100 100", preserveAspectRatio: "none" },
    h("path", { class: "line line-0", d: line }),
  );
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {any} now
 * @returns {Tile[]}
 */
function playTiles(t, { people, watchers, tables, sockets, liveness }) {
  const { violations } = liveness;
  return [
    { key: "people", value: figure(people), more: t("admin.tile.watchers", { count: watchers }) },
    { key: "tables", value: figure(tables.playing), more: t("admin.tile.tables_more", tables) },
    {
      key: "sockets",
      value: figure(sockets.table + sockets.lobby + sockets.admin),
      more: t("admin.tile.sockets_more", sockets),
    },
    {
      key: "stuck",
      value: figure(violations),
      more: h("a", { href: violations > 0 ? "#tables/stuck" : "#tables" }, t("admin.tile.checked", { count: liveness.checked })),
      bad: violations > 0,
    },
  ];
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {any} now
 * @param {import("./history.js").Recent} recent
 * @returns {Tile[]}
 */
function speedTiles(t, { moves_a_second: moves, latency_ms: latency, lag_ms: lag, errors, refusals }, recent) {
  const refused = /** @type {number[]} */ (Object.values(refusals)).reduce((sum, count) => sum + count, 0);
  return [
    { key: "moves", value: figure(moves), more: t("admin.tile.lag", { value: figure(lag.p99) }) },
    {
      key: "latency",
      value: withUnit(t, "admin.unit.ms", latency.p99),
      more:
        latency.p50 === null
          ? t("admin.tile.no_moves")
          : t("admin.tile.half", { value: figure(latency.p50) }),
    },
    {
      key: "errors",
      value: figure(errors),
      more: t("admin.tile.refusals", { count: refused }),
      bad: recent.grew("errors"),
    },
  ];
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {any} now
 * @returns {Tile[]}
 */
function machineTiles(t, { memory_mb: memory, cpu, workers, database, bus, uptime_s: uptime, version }) {
  return [
    {
      key: "memory",
      value: withUnit(t, "admin.unit.mb", memory),
      more: t("admin.tile.cpu", { value: percent(cpu === null ? null : cpu * 100) }),
    },
    {
      key: "workers",
      value: figure(workers.alive),
      more: t("admin.tile.workers_more", workers),
      bad: workers.alive === 0,
    },
    {
      key: "database",
      value: state(t, database.ok),
      more: `${t(`admin.store.${database.kind}`)}, ${withUnit(t, "admin.unit.ms", database.ms)}`,
      bad: !database.ok,
    },
    { key: "bus", value: state(t, bus.ok), more: busWords(t, bus), bad: !bus.ok },
    { key: "uptime", value: h("span", { class: "tile-words" }, loose(span(t, uptime))), more: t("admin.tile.version", { version }) },
  ];
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {boolean} ok
 */
function state(t, ok) {
  return mark(t(ok ? "admin.works" : "admin.broken"), ok ? "good" : "bad");
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {any} bus
 */
function busWords(t, { kind }) {
  const key = `admin.bus.${kind}`;
  return t(key) === key ? kind : t(key);
}

/** What is held together elsewhere may break: a tile is narrow, and its figures are large. @param {string} words */
function loose(words) {
  return words.replaceAll("\u00a0", " ");
}
