// @ts-check
/** A move as a hint shows it: in words, as a picture, and where it lies on the board. */
import { listWords } from "../../lib/t.js";
import { faceArt } from "./art.js";
import { deedWords, signOf } from "./deeds.js";
import { deedsOf, diceOf, touches } from "./moves.js";
import { playOf } from "./play.js";
import { TANKS } from "./printed.js";

/** What can be advised here. */
export const hint = { look: "milkman", words, picture, places };

/** All that can be pointed at. */
const THINGS = [
  "money", "cows", ...TANKS, "barn", "truck",
  ...[1, 2, 3, 4].flatMap((number) => [`zone${number}`, `place${number}`]), "place0", "market",
];

/** Deeds that are named by the dice that they are done to. */
const DONE_TO_DICE = ["reroll", "pay_reroll", "pay_change"];

/**
 * The deed, and what it would do.
 * @param {any} move
 * @param {any} view
 * @param {any} context
 */
function words(move, view, context) {
  const { t } = context;
  const { name: deed, note } = deedWords(playOf(view, context), { key: "", type: move.type, moves: [move] });
  const dice = DONE_TO_DICE.includes(move.type) ? facesOf(move, view, context) : "";
  const name = dice ? `${deed} (${dice})` : deed;
  return note ? t("list.label", { name, value: note }) : name;
}

/**
 * @param {any} move
 * @param {any} view
 * @param {any} context
 */
function facesOf(move, view, { t, seat }) {
  return listWords(diceOf(move).map((die) => t(`milkman.face.${view.farms[seat].dice[die].face}`)));
}

/**
 * The faces of the dice that it takes, else the sign of the deed.
 * @param {any} move
 * @param {any} view
 * @param {any} context
 */
function picture(move, view, { h, seat }) {
  const { dice } = view.farms[seat];
  const used = diceOf(move).map((index) => dice[index]);
  if (used.length === 0) return h("span", { class: "mm-little" }, faceArt(h, signOf(move.type) ?? "money"));
  return h(
    "span",
    { class: "mm-little" },
    ...used.map(({ colour, face }, index) => h("span", { key: index, class: `is-${colour}` }, h("span", { class: "mm-cube" }, faceArt(h, face)))),
  );
}

/**
 * Its dice and things, and its button where it is offered at once.
 * @param {any} move
 * @param {any} view
 * @param {any} context
 */
function places(move, view, { seat }) {
  const [deed] = deedsOf([move]);
  const dice = diceOf(move).map((index) => `.mm-die[data-die="${index}"]`);
  const things = THINGS.filter((thing) => touches(move, view.farms[seat], thing)).map((thing) => `[data-thing="${thing}"]`);
  return [...dice, ...things, `[data-deed="${deed?.key}"]`].join(",");
}
