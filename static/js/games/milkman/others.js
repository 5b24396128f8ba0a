// @ts-check
/** The other farms as small cards; a tap enlarges one in the place of my own. */
import { listWords } from "../../lib/t.js";
import { faceArt } from "./art.js";
import { bottleParts } from "./bottles.js";
import { cube, dieName } from "./tray.js";
import { rawMilk, sum } from "./printed.js";

/** @param {import("./play.js").Play} play */
export function neighbours(play) {
  const { h, t, view, seat } = play;
  const count = view.farms.length;
  const first = seat === null ? 0 : seat + 1;
  const order = Array.from({ length: seat === null ? count : count - 1 }, (_, index) => (first + index) % count);
  return h(
    "div",
    { key: "neighbours", class: `mm-neighbours of-${order.length}`, role: "group", "aria-label": t("milkman.neighbours"), style: { "--cards": order.length } },
    roundNote(play),
    ...order.map((other) => smallFarm(play, other)),
  );
}

/** @param {import("./play.js").Play} play */
function roundNote(play) {
  const { h, t, view, seat } = play;
  const whose = view.main === seat ? [t("milkman.main.you")] : whoseDice(play);
  return h(
    "p",
    { key: "round", class: "mm-round" },
    h("b", null, t("milkman.round", { number: view.round + 1, rounds: view.rounds })),
    h("span", { key: "whose", class: "mm-whose" }, ...whose),
  );
}

/** Whose the white dice are; where there is little room, it is the name that gives way. @param {import("./play.js").Play} play */
function whoseDice({ h, t, view, name }) {
  const [before, after] = t("milkman.main", { name: "\n" }).split("\n");
  return [before, h("span", { key: "name", class: "mm-whose-name" }, name(view.main)), after];
}

/**
 * @param {import("./play.js").Play} play
 * @param {number} other
 */
function smallFarm(play, other) {
  const { h, t, view, person, shown } = play;
  const farm = view.farms[other];
  const enlarged = shown === other;
  const gained = view.scene?.pay?.[other];
  const look = () => {
    play.ui.mmLook = enlarged || other === play.seat ? null : other;
    play.ui.mmChoice = null;
    play.update();
  };
  return h(
    "div",
    { key: `farm-${other}`, class: `mm-small${enlarged ? " is-enlarged" : ""}${farm.done ? " is-done" : ""}`, part: true },
    h("div", { key: "who", class: "mm-who" }, person(other), stateChip(play, farm)),
    h(
      "div",
      { key: "facts", class: `mm-facts${gained ? " is-gaining" : ""}`, "aria-hidden": "true" },
      h("b", { class: "mm-fact is-score" }, `★${farm.score}`),
      h("b", { class: "mm-fact is-money" }, t("milkman.money", { count: farm.money })),
      gained ? h("span", { class: "mm-gain" }, t("milkman.note.gains", { money: gained })) : null,
      ...iconFacts(play, farm),
    ),
    enlarged ? null : miniDice(play, other),
    h("button", {
      key: "look",
      type: "button",
      class: "mm-look",
      "aria-pressed": enlarged,
      "aria-label": lookWords(play, other),
      "data-look": other,
      onclick: look,
    }),
  );
}

/**
 * @param {import("./play.js").Play} play
 * @param {any} farm
 */
function stateChip({ h, t, view }, { done, market }) {
  if (view.phase === "over") return null;
  const key = done ? "done" : market === "open" ? "market" : "busy";
  return h("span", { key: "state", class: `mm-state is-${key}` }, t(`milkman.state.${key}`));
}

/**
 * @param {import("./play.js").Play} play
 * @param {any} farm
 */
function iconFacts({ h }, farm) {
  const facts = [
    ["milk", `${sum(rawMilk(farm))}`],
    ["bottle", `${sum(farm.barn) + sum(farm.truck.load)}`],
    ["truck", farm.truck.at === 0 ? "–" : `${farm.truck.at}`],
  ];
  return facts.map(([face, text]) => h("span", { key: face, class: `mm-fact is-${face}` }, faceArt(h, /** @type {string} */ (face)), text));
}

/**
 * @param {import("./play.js").Play} play
 * @param {number} seat
 */
function miniDice(play, seat) {
  const { h, view } = play;
  return h(
    "div",
    { key: "dice", class: "mm-mini-dice", "aria-hidden": "true" },
    ...view.farms[seat].dice.map((/** @type {any} */ die, /** @type {number} */ index) =>
      h(
        "span",
        { key: index, class: `mm-mini is-${die.colour}${die.used ? " is-used" : ""}`, "data-flip": dieName(die, index, seat) },
        cube(play, { die, index, seat }),
      ),
    ),
  );
}

/**
 * @param {import("./play.js").Play} play
 * @param {number} other
 */
function lookWords(play, other) {
  const { t, view, name } = play;
  const farm = view.farms[other];
  const state = t(farm.done ? "milkman.state.done" : "milkman.state.busy");
  const facts = [
    t("milkman.points", { count: farm.score }),
    t("milkman.money", { count: farm.money }),
    t("milkman.cows", { count: farm.cows }),
    t("milkman.raw", { count: sum(rawMilk(farm)) }),
    ...bottleParts(play, farm.barn),
  ];
  return t("milkman.look", { name: name(other), state, facts: listWords(facts, "unit") });
}
