// @ts-check
/** What a board may know and do: the contract between the page and `games/<key>.js`. */
import { clothOf, stool } from "../lib/avatar.js";
import { h } from "../lib/h.js";
import { drawPerson } from "./seats.js";
import { isResting } from "./turns.js";

/**
 * @typedef {object} BoardContext
 * @property {import("../lib/t.js").Translate} t
 * @property {typeof h} h
 * @property {any} table
 * @property {number | null} seat  mine; null for a spectator
 * @property {any[]} legal  what I can do now; empty while a scene is held
 * @property {any} pending  the move that is sent and not yet answered, or null
 * @property {(move: any) => void} act
 * @property {number | null} canUndo  the log position of my move that can be taken back, or null
 * @property {() => void} undo  takes it back
 * @property {() => void} undoAll  starts my turn again: takes back all that can be
 * @property {(seat: number) => string} name
 * @property {(seat: number, size: number | string) => any} avatar
 * @property {(seat: number) => any} person  stool, name, lamp and marks of a seat, for a board that
 *   exports `seatsPeople`
 * @property {any[]} events  those that led to the view
 * @property {any} ui  a plain object that lives as long as the page
 * @property {() => void} update  draw what was chosen, at once
 * @property {(anchor?: string) => void} rules  opens the rules beside the board
 * @property {boolean} [resultOpen]  the result lies over the board, which shows no sheet of its own then
 */

/**
 * @param {import("../table.js").Room} room
 * @returns {BoardContext}
 */
export function boardContext(room) {
  const { state, stage } = room;
  return {
    t: room.t,
    h,
    table: state.table,
    seat: state.seat,
    legal: stage.held || room.pending || isResting(state.table) ? [] : state.legal,
    pending: room.pending?.move ?? null,
    act: (move) => room.wishes.act(move),
    canUndo: room.wishes.canUndo,
    undo: () => room.wishes.takeBack(),
    undoAll: () => room.wishes.takeAllBack(),
    name: (seat) => room.name(seat),
    avatar: (seat, size) => seatStool(state.table, seat, size),
    person: (seat) => drawPerson(room, seat),
    events: stage.shown.events,
    ui: room.ui,
    update: () => room.drawing.now(),
    rules: (anchor) => room.openRules(anchor),
    resultOpen: hasEnded(room) && !room.resultHidden,
  };
}

/** Whether the match is over and its last scene has been seen. @param {import("../table.js").Room} room */
export function hasEnded({ state, stage }) {
  return ["finished", "abandoned"].includes(state.table.state) && !stage.held;
}

/** What the bots of a table are painted from. @type {WeakMap<object, Map<number, string>>} */
const painted = new WeakMap();
const MOST_TRIES = 30;

/**
 * @param {any} table
 * @param {number} seat
 * @param {number | string} size
 */
export function seatStool(table, seat, size) {
  const { player, bot } = table.seats[seat];
  if (player) return stool(player.id, size);
  if (!bot) return stool(null, size);
  const ids = painted.get(table) ?? paintBots(table);
  painted.set(table, ids);
  return stool(ids.get(seat) ?? null, size, { bot: true });
}

/**
 * A bot has no colour of its own that would have to be kept: it takes one that nobody at the table
 * has, as long as there are enough.
 * @param {any} table
 */
function paintBots(table) {
  const taken = new Set(table.seats.flatMap((/** @type {any} */ { player }) => (player ? [clothOf(player.id)] : [])));
  const ids = new Map();
  for (const [seat, { player, bot }] of table.seats.entries()) {
    if (player || !bot) continue;
    const id = unworn(taken, `bot ${seat} ${table.id}`);
    taken.add(clothOf(id));
    ids.set(seat, id);
  }
  return ids;
}

/**
 * The first of a bot's ids whose colour nobody wears; when all are worn, the first of them.
 * @param {Set<number>} taken
 * @param {string} name
 */
function unworn(taken, name) {
  for (let which = 0; which < MOST_TRIES; which += 1) {
    if (!taken.has(clothOf(`${name} ${which}`))) return `${name} ${which}`;
  }
  return `${name} 0`;
}

/**
 * A bot goes by the name of something that hangs in a kitchen; two people of one name by it and
 * the number of their seat.
 * @param {import("../lib/t.js").Translate} t
 * @param {any} table
 * @param {number} seat
 */
export function nameOf(t, table, seat) {
  const { player, bot } = table?.seats[seat] ?? {};
  if (player) {
    const same = table.seats.filter((/** @type {any} */ { player: other }) => other?.name === player.name);
    return same.length > 1 ? t("seat.namesake", { name: player.name, number: seat + 1 }) : player.name;
  }
  return bot ? t(`bot.name.${seat}`) : t("seat.free");
}
