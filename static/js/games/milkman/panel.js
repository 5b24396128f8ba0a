// @ts-check
/** Beside the dice: what can be done with what is chosen, its details, and the end of the turn. */
import { faceArt } from "./art.js";
import { partnersOf } from "./choice.js";
import { deedWords, signOf } from "./deeds.js";
import { draftOf } from "./draft.js";
import { diceOf, isAction } from "./moves.js";
import { choose, send } from "./play.js";

/** So many chips have room in two columns on a phone. */
const FEW = 6;

/** What a panel is called that has nothing but this in it. @type {Record<string, string>} */
const END_MARKS = { "": "is-idle", hint: "is-told" };

/** @param {import("./play.js").Play} play */
export function panel(play) {
  const { h, t, deed, deeds } = play;
  const offered = deed ? 0 : deeds.filter(isOffered).length;
  const content = contentOf(play).filter((part) => part !== null);
  const last = content.at(-1)?.key;
  const few = last === "clear" && content[0].children.length <= FEW;
  const backed = offered > 0 && last === "foot" && takingBack(play) !== null;
  const marks = [deed && "has-draft", offered > 3 && "is-many", few && "has-few", backed && "has-foot", END_MARKS[last ?? ""]].filter(Boolean);
  return h("div", { key: "panel", class: ["mm-panel", ...marks].join(" "), role: "group", "aria-label": t("milkman.actions") }, ...content);
}

/** @param {import("./play.js").Play} play */
function contentOf(play) {
  const { h, t, view, mine, pending, moves, deed, seat } = play;
  if (view.scene || view.phase === "over") return [lookBack(play)];
  if (seat === null) return [h("p", { key: "hint", class: "mm-hint" }, t("milkman.hint.watch"))];
  if (!mine) return [lookBack(play)];
  if (pending) return [h("p", { key: "sent", class: "mm-hint" }, t("milkman.now.sent"))];
  if (moves.length === 0) return [takingBack(play)];
  if (deed?.key === "done") return farewell(play);
  if (deed && deed.moves.length > 1) return draftOf(play);
  return [offers(play), foot(play)];
}

/** @param {import("./play.js").Play} play */
function lookBack({ h, t, ui, update, mine, seat }) {
  if (mine || seat === null) return null;
  const back = () => {
    ui.mmLook = null;
    update();
  };
  return h("button", { key: "back", type: "button", class: "mm-chip is-back", onclick: back }, h("b", null, t("milkman.look.back")));
}

/** What ends something has its own place. @param {import("./moves.js").Deed} deed */
function isOffered({ type }) {
  return type !== "done" && type !== "pour_end";
}

/** @param {import("./play.js").Play} play */
function offers(play) {
  const { h, deeds, choice } = play;
  const open = deeds.filter(isOffered);
  const members = open.filter((/** @type {any} */ { type }) => type === choice.family);
  const wanted = members.length > 0 ? members : open;
  return h(
    "div",
    { key: "offers", class: "mm-offers" },
    wanted.length === 0 ? hint(play) : null,
    ...wanted.flatMap((/** @type {any} */ deed) => (members.length > 0 ? deedChip(play, deed) : chipOf(play, deed, wanted))),
    choice.thing === null && members.length === 0 ? pairChip(play) : null,
  );
}

/** What nothing on the board says. @param {import("./play.js").Play} play */
function hint({ h, t, moves }) {
  const again = moves.some((/** @type {any} */ { type }) => type === "reroll");
  if (!again && moves.some((/** @type {any} */ move) => diceOf(move).length === 0)) return null;
  return h("p", { class: "mm-hint" }, t(again ? "milkman.hint.reroll" : "milkman.hint.die"));
}

/** Deeds of these types share one chip when a die could do several of them. */
const FAMILIES = ["bottle", "claim", "remove_customer", "upgrade"];

/**
 * A chip for a deed, or for its whole family in the place of the first.
 * @param {import("./play.js").Play} play
 * @param {import("./moves.js").Deed} deed
 * @param {import("./moves.js").Deed[]} all
 */
function chipOf(play, deed, all) {
  const family = all.filter(({ type }) => type === deed.type);
  const asks = play.choice.thing === null && family.length > 1 && FAMILIES.includes(deed.type);
  if (!asks) return [deedChip(play, deed)];
  return family[0] === deed ? [familyChip(play, deed)] : [];
}

/**
 * @param {import("./play.js").Play} play
 * @param {import("./moves.js").Deed} deed
 */
function familyChip(play, { type }) {
  const { h, t, choice } = play;
  const tap = () => choose(play, { ...choice, family: type });
  return h(
    "button",
    { key: type, type: "button", class: `mm-chip is-family is-${type}`, "data-deed": type, onclick: tap },
    h("span", { class: "mm-chip-words" }, h("b", null, t(`milkman.family.${type}`)), h("span", { class: "mm-note" }, t(`milkman.family.${type}.note`))),
    h("span", { class: "mm-more", "aria-hidden": "true" }, "›"),
  );
}

/**
 * One move: done at a tap. Several: the tap asks for the details.
 * @param {import("./play.js").Play} play
 * @param {import("./moves.js").Deed} deed
 */
function deedChip(play, deed) {
  const { h, choice, farm } = play;
  const { name, note } = deedWords(play, deed);
  const [move] = deed.moves;
  const tap = () => {
    if (deed.moves.length === 1) send(play, move);
    else choose(play, { ...choice, deed: deed.key });
  };
  return h(
    "button",
    { key: deed.key, type: "button", class: `mm-chip is-${deed.type}`, "data-deed": deed.key, onclick: tap },
    isAction(move) && choice.dice.length === 0 ? dots(play, farm, move.use) : sign(play, deed.type),
    h("span", { class: "mm-chip-words" }, h("b", null, name), note ? h("span", { class: "mm-note" }, note) : null),
    deed.moves.length > 1 ? h("span", { class: "mm-more", "aria-hidden": "true" }, "›") : null,
  );
}

/**
 * The dice that a deed would use, small.
 * @param {import("./play.js").Play} play
 * @param {any} farm
 * @param {number[]} use
 */
function dots({ h }, farm, use) {
  return h(
    "span",
    { class: "mm-uses", "aria-hidden": "true" },
    ...use.map((die) => h("span", { key: die, class: `mm-mini is-${farm.dice[die].colour}` }, faceArt(h, farm.dice[die].face))),
  );
}

/**
 * @param {import("./play.js").Play} play
 * @param {string} type
 */
function sign({ h }, type) {
  const face = signOf(type);
  return face ? h("span", { class: "mm-sign-art" }, faceArt(h, face)) : null;
}

/** Two dice of one face serve for anything. @param {import("./play.js").Play} play */
function pairChip(play) {
  const { h, t, choice, moves } = play;
  const die = choice.dice.at(-1);
  if (choice.dice.length !== 1 || die === undefined) return null;
  const [partner] = partnersOf(moves, die);
  if (partner === undefined) return null;
  const tap = () => choose(play, { ...choice, dice: [die, partner] });
  return h(
    "button",
    { key: "pair", type: "button", class: "mm-chip is-pair", "data-deed": "pair", onclick: tap },
    dots(play, play.farm, [die, partner]),
    h("span", { class: "mm-chip-words" }, h("b", null, t("milkman.pair")), h("span", { class: "mm-note" }, t("milkman.pair.note"))),
  );
}

/** @param {import("./play.js").Play} play */
function foot(play) {
  const { h, t, choice, moves } = play;
  const chosen = choice.thing !== null || choice.dice.length > 0;
  if (chosen) {
    const clear = () => choose(play, choice.family === null ? null : { ...choice, family: null });
    return h("button", { key: "clear", type: "button", class: "mm-clear", "aria-label": t("milkman.clear"), onclick: clear }, choice.family === null ? "✕" : "←");
  }
  const [done, enough] = ["done", "pour_end"].map((end) => moves.find((/** @type {any} */ { type }) => type === end));
  const ends = [takingBack(play), done && doneButton(play, done), enough && enoughButton(play, enough)].filter(Boolean);
  return ends.length > 0 ? h("div", { key: "foot", class: "mm-foot" }, ...ends) : null;
}

/**
 * @param {import("./play.js").Play} play
 * @param {any} move
 */
function enoughButton(play, move) {
  const { h, t } = play;
  return h(
    "button",
    { key: "enough", type: "button", class: "mm-done", "data-deed": "pour_end", onclick: () => send(play, move) },
    h("b", null, t("milkman.do.pour_end")),
  );
}

/**
 * @param {import("./play.js").Play} play
 * @param {any} move
 */
function doneButton(play, move) {
  const { h, t, choice } = play;
  const left = leftOver(play);
  const tap = () => (left.length > 0 ? choose(play, { ...choice, deed: "done" }) : send(play, move));
  return h(
    "button",
    { key: "done", type: "button", class: "mm-done", "data-deed": "done", onclick: tap },
    h("b", null, t("milkman.do.done")),
    left.length > 0 ? h("span", { class: "mm-note" }, left[0]) : null,
  );
}

/** What an end of the turn now would leave. @param {import("./play.js").Play} play */
function leftOver({ t, farm }) {
  const dice = farm.dice.filter((/** @type {any} */ { used }) => !used).length;
  const { points } = farm.truck;
  return [
    dice > 0 ? t("milkman.left.dice", { count: dice }) : null,
    points > 0 ? t("milkman.left.fuel", { count: points }) : null,
  ].filter((words) => words !== null);
}

/** @param {import("./play.js").Play} play */
function farewell(play) {
  const { h, t, deed } = play;
  return [
    ...leftOver(play).map((words, line) => h("p", { key: `left-${line}`, class: "mm-hint is-asking" }, words)),
    h(
      "div",
      { key: "foot", class: "mm-foot" },
      h("button", { key: "stay", type: "button", class: "mm-chip is-stay", onclick: () => choose(play, null) }, h("b", null, t("milkman.left.stay"))),
      h("button", { key: "leave", type: "button", class: "mm-done", "data-deed": "leave", onclick: () => send(play, deed.moves[0]) }, h("b", null, t("milkman.left.go"))),
    ),
  ];
}

/** The way back, where there is one. @param {import("./play.js").Play} play */
function takingBack({ h, t, canUndo, undo, undoAll }) {
  if (canUndo === null || canUndo === undefined || typeof undo !== "function") return null;
  return h(
    "span",
    { key: "back", class: "mm-ways-back" },
    h("button", { key: "one", type: "button", class: "mm-chip is-undo", "data-deed": "undo", onclick: () => undo() }, h("b", null, t("milkman.undo"))),
    typeof undoAll === "function"
      ? h("button", { key: "all", type: "button", class: "mm-chip is-undo", "data-deed": "undo-all", onclick: () => undoAll() }, h("b", null, t("milkman.undo.turn")))
      : null,
  );
}
