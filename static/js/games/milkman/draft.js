// @ts-check
/** The details of a deed, asked where the dice lie: steppers and chips, each from a legal move. */
import { faceArt } from "./art.js";
import { bottle } from "./bottles.js";
import { detailsOf } from "./choice.js";
import { deedWords } from "./deeds.js";
import { stepped } from "./moves.js";
import { choose, send } from "./play.js";
import { KINDS, TANKS } from "./printed.js";

/** @param {import("./play.js").Play} play */
export function draftOf(play) {
  const { h, deed, t } = play;
  const { name } = deedWords(play, deed);
  const asked = ASKED[deed.type];
  return [
    h("div", { key: "asked", class: "mm-asked" }, h("b", { key: "name", class: "mm-asked-name" }, name), asked ? asked(play) : null),
    h("div", { key: "foot", class: "mm-foot" }, back(play), goButton(play)),
    h("span", { key: "live", class: "unseen", role: "status" }, t("milkman.would", { what: whatWords(play) })),
  ];
}

/** @type {Record<string, (play: import("./play.js").Play) => any>} */
const ASKED = {
  milk: (play) => steppers(play, "into", TANKS.map((tank) => ({ key: tank, words: play.t(`milkman.tank.${tank}`), art: null }))),
  load: (play) => steppers(play, "bottles", KINDS.map((kind) => ({ key: kind, words: play.t(`milkman.kind.${kind}`), art: bottle(play, kind) }))),
  bottle: bottling,
  pay_change: faces,
};

/** What the draft would do. @param {import("./play.js").Play} play */
function whatWords(play) {
  return deedWords(play, { ...play.deed, moves: [play.draft] }).note;
}

/** @param {import("./play.js").Play} play */
function back(play) {
  const { h, t, choice } = play;
  return h("button", { key: "back", type: "button", class: "mm-clear", "aria-label": t("milkman.back"), onclick: () => choose(play, { ...choice, deed: null, pick: null }) }, "←");
}

/** @param {import("./play.js").Play} play */
function goButton(play) {
  const { h, t, deed, draft } = play;
  return h(
    "button",
    { key: "go", type: "button", class: "mm-go", "data-deed": "go", onclick: () => send(play, draft) },
    h("b", null, t(`milkman.go.${deed.type}`)),
    h("span", { class: "mm-note" }, whatWords(play)),
  );
}

/**
 * @param {import("./play.js").Play} play
 * @param {any} move
 */
function pick(play, move) {
  choose(play, { ...play.choice, pick: detailsOf(move) });
}

/**
 * @param {import("./play.js").Play} play
 * @param {"into"|"bottles"} field
 * @param {{key: string, words: string, art: any}[]} axes
 */
function steppers(play, field, axes) {
  const { h, deed } = play;
  const open = axes.flatMap((axis, place) =>
    deed.moves.some((/** @type {any} */ move) => move[field][place] > 0) ? [{ ...axis, place }] : [],
  );
  return h("div", { class: "mm-steppers" }, ...open.map((axis) => stepper(play, field, axis)));
}

/**
 * @param {import("./play.js").Play} play
 * @param {"into"|"bottles"} field
 * @param {{key: string, words: string, art: any, place: number}} axis
 */
function stepper(play, field, { key, words, art, place }) {
  const { h, t, draft } = play;
  return h(
    "div",
    { key, class: "mm-stepper", role: "group", "aria-label": words },
    art ? null : h("span", { key: "axis", class: "mm-axis" }, words),
    stepButton(play, { field, place, by: -1, words: t("milkman.less", { what: words }) }),
    h("span", { class: "mm-amount" }, h("b", null, String(draft[field][place])), art),
    stepButton(play, { field, place, by: 1, words: t("milkman.more", { what: words }) }),
  );
}

/**
 * @param {import("./play.js").Play} play
 * @param {{field: "into"|"bottles", place: number, by: 1|-1, words: string}} step
 */
function stepButton(play, { field, place, by, words }) {
  const { h, deed, draft } = play;
  const to = stepped(deed.moves, draft, { field, place, by });
  return h(
    "button",
    { key: by, type: "button", class: "mm-step", "aria-label": words, disabled: to === null, onclick: () => pick(play, to) },
    by > 0 ? "+" : "−",
  );
}

/** @param {import("./play.js").Play} play */
function bottling(play) {
  const { h, t, deed } = play;
  const withSide = deed.moves.some((/** @type {any} */ { side }) => side !== null);
  return h(
    "div",
    { class: "mm-kinds" },
    kindRow(play, { field: "kind", words: t("milkman.as"), kinds: KINDS }),
    withSide ? kindRow(play, { field: "side", words: t("milkman.side_as"), kinds: [null, ...KINDS] }) : null,
  );
}

/**
 * @param {import("./play.js").Play} play
 * @param {{field: "kind"|"side", words: string, kinds: (import("./printed.js").Kind|null)[]}} row
 */
function kindRow(play, { field, words, kinds }) {
  const { h, t, deed, draft } = play;
  const wayTo = (/** @type {any} */ kind) =>
    deed.moves.find((/** @type {any} */ move) => detailsOf(move) === detailsOf({ ...draft, [field]: kind }));
  return h(
    "div",
    { key: field, class: "mm-kind-row", role: "group", "aria-label": words },
    h("span", { class: "mm-axis", "aria-hidden": "true" }, words),
    ...kinds.map((kind) =>
      h(
        "button",
        {
          key: kind ?? "none",
          type: "button",
          class: "mm-kind",
          disabled: wayTo(kind) === undefined,
          "aria-pressed": draft[field] === kind,
          "aria-label": kind === null ? t("milkman.side.leave") : t(`milkman.kind.${kind}`),
          title: kind === null ? t("milkman.side.leave") : t(`milkman.kind.${kind}`),
          onclick: () => pick(play, wayTo(kind)),
        },
        kind === null ? "–" : bottle(play, kind),
      ),
    ),
  );
}

/** @param {import("./play.js").Play} play */
function faces(play) {
  const { h, t, deed, draft } = play;
  return h(
    "div",
    { class: "mm-faces" },
    ...deed.moves.map((/** @type {any} */ move) =>
      h(
        "button",
        { key: move.face, type: "button", class: "mm-kind is-face", "aria-pressed": draft.face === move.face, onclick: () => pick(play, move) },
        faceArt(h, move.face),
        h("span", { class: "mm-word" }, t(`milkman.face.${move.face}`)),
      ),
    ),
  );
}
