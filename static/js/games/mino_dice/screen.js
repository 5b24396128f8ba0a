// @ts-check
/** My folding screen: the table of faces printed inside it, my secret dice before it. */
import { choose, chosenMove, turnOf } from "./choice.js";
import { DICE, FACES, named } from "./dice.js";
import { chip, cube, glyph } from "./die.js";
import { toggleHelp } from "./help.js";

/**
 * @param {any} view
 * @param {any} context
 */
export function screen(view, context) {
  const { h, t } = context;
  const dice = named(view.hand);
  return h(
    "div",
    { key: "screen", class: "md-screen", part: true },
    print(context),
    context.seat === null
      ? null
      : h(
          "div",
          { key: "dice", class: `md-dice${view.hand_no > 6 ? " is-long" : ""}`, role: "group", "aria-label": t("mino_dice.hand") },
          ...dice.map((one) => heldDie(view, context, one)),
          dice.length === 0 ? h("p", { key: "none", class: "md-none" }, t("mino_dice.hand.empty")) : null,
        ),
  );
}

/**
 * The table of faces, as it is printed in the box; it opens the large one.
 * @param {any} context
 */
function print(context) {
  const { h, t, ui } = context;
  return h(
    "button",
    {
      key: "print",
      type: "button",
      class: "md-print",
      "aria-expanded": ui.mdOpen === "help",
      "aria-label": t("mino_dice.help.open"),
      onclick: () => toggleHelp(context),
    },
    ...DICE.map((die) =>
      h(
        "span",
        { key: die, class: "md-column", "aria-hidden": "true" },
        chip(h, die),
        h("span", { class: "md-faces" }, ...FACES[die].map((face) => glyph(h, face))),
      ),
    ),
  );
}

/**
 * @param {any} view
 * @param {any} context
 * @param {{die: string, name: string}} one
 */
function heldDie(view, context, { die, name }) {
  const { h, ui, legal, pending } = context;
  const move = view.scene ? null : legal.find((/** @type {any} */ one) => one.die === die);
  const chosen = chosenMove(view, context);
  const lifted = Boolean(move) && chosen === move && ui.mdChosen.name === name;
  const sent = pending?.die === die && ui.mdSent === name;
  return h(
    "div",
    { key: name, class: `md-held${lifted ? " is-lifted" : ""}${move ? " is-open" : ""}${sent ? " is-sent" : ""}`, "data-flip": name },
    tapped(view, context, { die, name, move, lifted }),
  );
}

/**
 * A die that can be rolled, one that cannot be just now and says why, or one that waits.
 * @param {any} view
 * @param {any} context
 * @param {{die: string, name: string, move: any, lifted: boolean}} what
 */
function tapped(view, context, { die, name, move, lifted }) {
  const { h, t, ui, legal } = context;
  const label = t("mino_dice.held", { die: t(`mino_dice.die.${die}`), faces: t(`mino_dice.faces.${die}`) });
  const art = cube(h, { die });
  if (move) {
    const tap = () => {
      ui.mdSent = name;
      choose(context, { ...move, name, turn: turnOf(view) }, lifted ? move : null);
    };
    const props = { class: `md-tap${lifted ? " is-lifted" : ""}`, "aria-pressed": lifted, "data-die": die };
    return h("button", { key: "tap", type: "button", "aria-label": `${label}. ${t(`mino_dice.roll.${die}`)}`, onclick: tap, ...props }, art);
  }
  const waits = legal.length === 0 || view.phase !== "roll" || view.scene;
  if (waits) return h("span", { key: "still", class: "md-still", role: "img", "aria-label": label }, art);
  const ask = () => {
    ui.mdChosen = null;
    ui.mdWhy = turnOf(view);
    context.update();
  };
  const bound = t("mino_dice.held.bound", { die: label });
  return h("button", { key: "why", type: "button", class: "md-why", "aria-label": bound, onclick: ask }, art);
}
