// @ts-check
/** A table that nobody has opened: the learner in seat 0, and bots that do as the lesson says. */

/** @param {import("../learn.js").Learning} learning */
export function tableOf({ t, game, seats, frame, step }) {
  return {
    id: `lesson-${game.key}`,
    game: game.key,
    state: step ? "playing" : "finished",
    options: {},
    to_act: frame.to_act,
    seats: Array.from({ length: seats }, (_, seat) => ({
      seat,
      player: seat === 0 ? { id: "learner", name: t("seat.you") } : null,
      bot: seat === 0 ? null : "normal",
      away: false,
      connected: true,
    })),
    deadlines: {},
    paused: null,
    result: null,
  };
}
