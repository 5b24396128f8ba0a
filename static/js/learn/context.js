// @ts-check
/** What a board is handed in a lesson: the moves that may be tried, and nobody at the other end. */
import { h } from "../lib/h.js";
import { drawPerson } from "../replay/people.js";
import { seatStool } from "../table/context.js";

function nothing() {}

/**
 * @param {import("../learn.js").Learning} learning
 * @returns {import("../table/context.js").BoardContext}
 */
export function learningContext(learning) {
  const { t, game, phase, stage, state, step, ui } = learning;
  return {
    t,
    h,
    table: state.table,
    seat: 0,
    legal: phase === "ask" && !stage.held && step ? step.legal : [],
    pending: null,
    act: (move) => learning.act(move),
    canUndo: null,
    undo: nothing,
    undoAll: nothing,
    name: (seat) => learning.name(seat),
    avatar: (seat, size) => seatStool(state.table, seat, size),
    person: (seat) => drawPerson(learning, seat),
    events: stage.shown.events,
    ui,
    update: () => learning.drawing.now(),
    rules: (anchor) => open(`/rules/${game.key}${anchor ? `#${anchor}` : ""}`, "_blank", "noopener"),
  };
}
