// @ts-check
/** What the host chooses before the start: seats, the game's options, who finds the table. */
import { choose, optionFacts, optionsForm } from "../lib/form.js";
import { h } from "../lib/h.js";
import { ladderWords, paceForm, paceWords } from "./pace.js";

/** @param {import("../table.js").Room} room */
export function drawOptions(room) {
  const { t, game, isHost } = room;
  if (!game) return null;
  return h(
    "section",
    { class: "sheet options" },
    h("h2", null, t("options.title")),
    isHost ? drawChoices(room) : drawChosen(room),
  );
}

/** Whoever may change nothing sees nothing to press. @param {import("../table.js").Room} room */
function drawChosen({ t, game, state }) {
  const { options, seats, pace, seating, watchable } = state.table;
  const facts = [
    [t("options.seats"), String(seats.length)],
    ...optionFacts({ game: game.key, schema: game.options, values: options, t }),
    [t("options.pace"), paceWords(t, pace)],
    [t("options.seating"), t(`seating.${seating}`)],
    [t("options.watchable"), t(watchable ? "watchable.yes" : "watchable.no")],
  ];
  return [
    h("p", { key: "who", class: "soft small" }, t("options.host_chooses")),
    h(
      "dl",
      { key: "chosen", class: "chosen" },
      facts.map(([label, words]) => h("div", { key: label }, h("dt", null, label), h("dd", null, words))),
    ),
    h("p", { key: "ladder", class: "small soft ladder" }, ladderWords(t, pace)),
  ];
}

/** @param {import("../table.js").Room} room */
function drawChoices(room) {
  const { t, game, state, actions } = room;
  const { options, seats, visibility, pace, seating, watchable } = { ...state.table, ...actions.wanted };
  const count = typeof seats === "number" ? seats : seats.length;
  const { min, max } = game.seats;
  const counts = Array.from({ length: max - min + 1 }, (_, index) => min + index);
  const change = (/** @type {string} */ name, /** @type {any} */ value) =>
    actions.patch({ options: { ...options, [name]: value } });
  return h(
    "fieldset",
    { class: "options-fields", key: "choices" },
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
    choose({
      name: "visibility",
      label: t("options.visibility"),
      choices: ["link", "public"],
      value: visibility,
      onChange: (to) => actions.patch({ visibility: to }),
      words: (to) => t(`visibility.${to}`),
    }),
    choose({
      name: "level",
      label: t("options.bots"),
      choices: game.bots ?? ["easy", "normal"],
      value: room.botLevel,
      onChange: (to) => chooseLevel(room, to),
      words: (to) => capital(t(`level.${to}`)),
    }),
  );
}

/** As the other choices begin: a level stands within sentences elsewhere. @param {string} words */
function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * @param {import("../table.js").Room} room
 * @param {string} level
 */
function chooseLevel(room, level) {
  room.botLevel = level;
  room.draw();
}
