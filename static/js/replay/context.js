// @ts-check
/** What a board is handed in a replay: everything to draw with, and nothing that can be done. */
import { h } from "../lib/h.js";
import { seatStool } from "../table/context.js";
import { drawPerson } from "./people.js";

function nothing() {}

/**
 * @param {import("../replay.js").Replay} replay
 * @returns {import("../table/context.js").BoardContext}
 */
export function watchingContext(replay) {
  const { t, state, stage, ui } = replay;
  return {
    t,
    h,
    table: state.table,
    seat: state.seat,
    legal: [],
    pending: null,
    act: nothing,
    canUndo: null,
    undo: nothing,
    undoAll: nothing,
    name: (seat) => replay.name(seat),
    avatar: (seat, size) => seatStool(state.table, seat, size),
    person: (seat) => drawPerson(replay, seat),
    events: stage.shown.events,
    ui,
    update: () => replay.drawing.now(),
    rules: (anchor) => replay.openRules(anchor),
  };
}
