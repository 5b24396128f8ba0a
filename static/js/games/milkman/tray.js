// @ts-check
/** The dice at the thumb. A tap chooses one, a second one of the same face makes a wild pair. */
import { faceArt } from "./art.js";
import { choiceOf, withDie } from "./choice.js";
import { choose, lightOfDie } from "./play.js";

/** @param {import("./play.js").Play} play */
export function tray(play) {
  const { h, t, farm, shown, mine, name } = play;
  const label = mine ? t("milkman.tray") : t("milkman.tray.of", { name: name(shown) });
  return h(
    "div",
    { key: "tray", class: "mm-tray", role: "group", "aria-label": label },
    ...farm.dice.map((/** @type {any} */ die, /** @type {number} */ index) => trayDie(play, die, index)),
  );
}

/**
 * @param {import("./play.js").Play} play
 * @param {any} die
 * @param {number} index
 */
function trayDie(play, die, index) {
  const { h, moves, farm, choice, shown, ui } = play;
  const { open, lit } = lightOfDie(play, index);
  const chosen = play.dice.includes(index);
  const marks = [`is-${die.colour}`, die.used && "is-used", lit && "is-lit", chosen && "is-chosen"];
  return h(
    "button",
    {
      key: `die-${index}`,
      type: "button",
      class: ["mm-die", ...marks].filter(Boolean).join(" "),
      disabled: !open,
      "aria-pressed": open ? choice.dice.includes(index) : null,
      "aria-label": dieWords(play, die, index),
      "data-die": index,
      "data-flip": dieName(die, index, shown),
      onclick: () => choose(play, withDie(moves, farm, { choice: choiceOf(ui, moves, farm), die: index })),
    },
    cube(play, { die, index, seat: shown }),
    h("span", { class: "mm-word", "aria-hidden": "true" }, play.t(`milkman.face.${die.face}`)),
  );
}

/**
 * White dice are the same ones all evening and travel; the black ones stay at their farm.
 * @param {any} die
 * @param {number} index
 * @param {number} seat
 */
export function dieName(die, index, seat) {
  return die.colour === "white" ? `white-${index}` : `black-${seat}-${index}`;
}

/**
 * The face, thrown whenever its die was rolled. A second throw in a row goes by another name, else it
 * would not be seen: it costs a free one, or two of the money.
 * @param {import("./play.js").Play} play
 * @param {{die: any, index: number, seat: number}} what
 */
export function cube({ h, view, events }, { die, index, seat }) {
  const { rerolls, money } = view.farms[seat];
  const rolled = wasRolled(events, seat, index) || view.scene?.name === "roll";
  const again = (rerolls + Math.floor(money / 2)) % 2 === 1;
  const marks = rolled ? ` is-rolling${again ? " is-again" : ""}` : "";
  return h("span", { class: `mm-cube${marks}`, style: { "--turn": index } }, faceArt(h, die.face));
}

/**
 * @param {any[]} events
 * @param {number} seat
 * @param {number} index
 */
function wasRolled(events, seat, index) {
  return events.some(
    (event) => event.type === "rolled" && event.seat === seat && event.dice.some((/** @type {any} */ { die }) => die === index),
  );
}

/**
 * @param {import("./play.js").Play} play
 * @param {any} die
 * @param {number} index
 */
function dieWords({ t }, die, index) {
  const words = t(`milkman.die.${die.colour}`, { number: index + 1, face: t(`milkman.face.${die.face}`) });
  return die.used ? t("milkman.die.used", { die: words }) : words;
}
