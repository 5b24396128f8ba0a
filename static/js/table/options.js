// @ts-check
/** What the host chooses before the start: seats, the game's options, who finds the table. */
import { choose, optionsForm } from "../lib/form.js";
import { h } from "../lib/h.js";
import { paceForm } from "./pace.js";

/** @param {import("../table.js").Room} room */
export function drawOptions(room) {
  const { t, game, state, isHost, actions } = room;
  if (!game) return null;
  const { options, seats, visibility, pace, seating, watchable } = { ...state.table, ...actions.wanted };
  const count = typeof seats === "number" ? seats : seats.length;
  const { min, max } = game.seats;
  const counts = Array.from({ length: max - min + 1 }, (_, index) => min + index);
  const change = (/** @type {string} */ name, /** @type {any} */ value) =>
    actions.patch({ options: { ...options, [name]: value } });
  return h(
    "section",
    { class: "sheet options" },
    h("h2", null, t("options.title")),
    isHost ? null : h("p", { class: "soft small" }, t("options.host_chooses")),
    h(
      "fieldset",
      { class: "options-fields", disabled: !isHost },
      choose({
        name: "seats",
        label: t("options.seats"),
        choices: counts,
        value: count,
        onChange: (to) => actions.patch({ seats: to }),
      }),
      optionsForm({ game: game.key, schema: game.options, values: options, onChange: change, t }),
      paceForm({ t, pace, onChange: (to) => actions.patch({ pace: to }) }),
      choose({
        name: "seating",
        label: t("options.seating"),
        choices: ["order", "random"],
        value: seating,
        onChange: (to) => actions.patch({ seating: to }),
        words: (to) => t(`seating.${to}`),
      }),
      choose({
        name: "watchable",
        label: t("options.watchable"),
        choices: [true, false],
        value: watchable,
        onChange: (to) => actions.patch({ watchable: to }),
        words: (to) => t(to ? "watchable.yes" : "watchable.no"),
      }),
      isHost &&
        choose({
          name: "visibility",
          label: t("options.visibility"),
          choices: ["link", "public"],
          value: visibility,
          onChange: (to) => actions.patch({ visibility: to }),
          words: (to) => t(`visibility.${to}`),
        }),
      isHost &&
        choose({
          name: "level",
          label: t("options.bots"),
          choices: game.bots ?? ["easy", "normal"],
          value: room.botLevel,
          onChange: (to) => chooseLevel(room, to),
          words: (to) => t(`level.${to}`),
        }),
    ),
  );
}

/**
 * @param {import("../table.js").Room} room
 * @param {string} level
 */
function chooseLevel(room, level) {
  room.botLevel = level;
  room.draw();
}
