// @ts-check
/** The farm in cross-section: the money tin, the pasture, the tanks, the bottling line, the shelf. */
import { cowArt, faceArt, lockArt } from "./art.js";
import { bottle, bottleWords, standing } from "./bottles.js";
import { choiceOf, withThing } from "./choice.js";
import { choose, lightOf } from "./play.js";
import { KINDS, MOST_COWS, SHELF, TANKS, TANK_SIZES, rawMilk, sum } from "./printed.js";

/** @param {import("./play.js").Play} play */
export function farmhouse(play) {
  const { h } = play;
  return h("div", { key: "farm", class: "mm-farm", part: true }, home(play), pasture(play), tanks(play), shelf(play));
}

/**
 * A thing of the farm: a button while something can be done with it.
 * @param {import("./play.js").Play} play
 * @param {{thing: string, class: string, words: string, content: any[]}} what
 */
export function thingButton(play, { thing, class: name, words, content }) {
  const { h, moves, farm, ui } = play;
  const { open, lit, chosen } = lightOf(play, thing);
  const marks = [open && "is-open", lit && "is-lit", chosen && "is-chosen"].filter(Boolean).join(" ");
  return h(
    "button",
    {
      key: thing,
      type: "button",
      class: `mm-thing ${name}${marks ? ` ${marks}` : ""}`,
      disabled: !open,
      "aria-pressed": open ? chosen : null,
      "aria-label": words,
      "data-thing": thing,
      onclick: () => choose(play, withThing(moves, farm, { choice: choiceOf(ui, moves, farm), thing })),
    },
    ...content,
  );
}

/** @param {import("./play.js").Play} play */
function home(play) {
  const { h, t, farm, shown, person } = play;
  const gained = play.view.scene?.pay?.[shown];
  return h(
    "div",
    { key: "home", class: "mm-home" },
    h("div", { key: "who", class: "mm-who" }, person(shown)),
    thingButton(play, {
      thing: "money",
      class: `mm-tin${gained ? " is-gaining" : ""}`,
      words: t("milkman.money", { count: farm.money }),
      content: [
        faceArt(h, "money"),
        h("b", { class: "mm-sum" }, t("milkman.money", { count: farm.money })),
        gained ? h("span", { class: "mm-gain" }, t("milkman.note.gains", { money: gained })) : null,
      ],
    }),
    h(
      "p",
      { key: "score", class: "mm-score" },
      h("b", { class: "mm-sum", "data-flip": `score-${shown}` }, String(farm.score)),
      h("span", null, t("milkman.points.word", { count: farm.score })),
    ),
  );
}

/** @param {import("./play.js").Play} play */
function pasture(play) {
  const { h, t, farm } = play;
  const places = Array.from({ length: MOST_COWS }, (_, cow) => cow < farm.cows);
  return thingButton(play, {
    thing: "cows",
    class: "mm-pasture",
    words: t("milkman.cows", { count: farm.cows }),
    content: places.map((here, cow) => h("span", { key: cow, class: `mm-stall${here ? "" : " is-empty"}` }, here ? cowArt(h) : null)),
  });
}

/** @param {import("./play.js").Play} play */
function tanks(play) {
  const { h, t } = play;
  return h(
    "div",
    { key: "tanks", class: "mm-tanks", role: "group", "aria-label": t("milkman.tanks") },
    ...TANKS.map((_, index) => tank(play, index)),
  );
}

/**
 * @param {import("./play.js").Play} play
 * @param {number} index
 */
function tank(play, index) {
  const { h, t, farm, draft } = play;
  const locked = index === 2 && farm.side === null;
  const holds = rawMilk(farm)[index] ?? 0;
  const size = TANK_SIZES[index] ?? 0;
  const coming = draft?.type === "milk" ? draft.into[index] : 0;
  const name = t(`milkman.tank.${TANKS[index]}`);
  const words = locked ? t("milkman.tank.locked") : t("milkman.tank.holds", { tank: name, count: holds, size });
  return thingButton(play, {
    thing: /** @type {string} */ (TANKS[index]),
    class: `mm-tank of-${size}${locked ? " is-locked" : ""}${empties(draft, index) ? " is-emptied" : ""}`,
    words,
    content: [
      h(
        "span",
        { key: "glass", class: "mm-vat", style: { "--holds": holds, "--coming": coming, "--size": size } },
        h("span", { class: "mm-milk" }),
        h("span", { class: "mm-milk is-coming" }),
        locked ? lockArt(h) : null,
      ),
      h("span", { key: "count", class: "mm-count" }, locked ? "" : `${holds + coming}/${size}`),
    ],
  });
}

/**
 * Whether the draft would empty this tank.
 * @param {any} draft
 * @param {number} index
 */
function empties(draft, index) {
  return draft?.type === "bottle" && (draft.tank === index || (index === 2 && draft.side !== null));
}

/** @param {import("./play.js").Play} play */
function shelf(play) {
  const { h, t, farm, draft } = play;
  const going = draft?.type === "load" ? draft.bottles : [0, 0, 0];
  const coming = draft?.type === "bottle" ? comingBottles(farm, draft).kept : [0, 0, 0];
  const places = standing(farm.barn).map((kind, index, all) => ({
    kind,
    mark: all.slice(index).filter((other) => other === kind).length <= going[KINDS.indexOf(kind)] ? "is-going" : "",
  }));
  places.push(...standing(coming).map((kind) => ({ kind, mark: "is-coming" })));
  return thingButton(play, {
    thing: "barn",
    class: "mm-shelf",
    words: t("milkman.barn", { bottles: bottleWords(play, farm.barn), count: sum(farm.barn), size: SHELF }),
    content: [
      h("span", { key: "line", class: "mm-line-belt", "aria-hidden": "true" }),
      ...Array.from({ length: SHELF }, (_, index) =>
        h("span", { key: index, class: `mm-place ${places[index]?.mark ?? ""}` }, places[index] ? bottle(play, places[index].kind) : null),
      ),
    ],
  });
}

/**
 * What a bottling would put on the shelf, and what would find no place.
 * @param {any} farm
 * @param {any} move
 * @returns {{kept: number[], lost: number}}
 */
export function comingBottles(farm, { tank, kind, side }) {
  const raw = rawMilk(farm);
  const kept = [0, 0, 0];
  let room = SHELF - sum(farm.barn);
  const pours = [[raw[tank] ?? 0, kind], ...(side === null ? [] : [[raw[2] ?? 0, side]])];
  let lost = 0;
  for (const [amount, as] of /** @type {[number, import("./printed.js").Kind][]} */ (pours)) {
    const fits = Math.min(amount, room);
    kept[KINDS.indexOf(as)] = (kept[KINDS.indexOf(as)] ?? 0) + fits;
    room -= fits;
    lost += amount - fits;
  }
  return { kept, lost };
}
