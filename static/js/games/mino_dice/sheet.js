// @ts-check
/** Paper: how a hand is reckoned, and the score sheet that its points fly to. */
import { signed, total } from "./dice.js";

/** @param {any} context */
export function toggleSheet(context) {
  const { ui } = context;
  ui.mdOpen = ui.mdOpen === "sheet" ? null : "sheet";
  context.update();
}

/**
 * @param {any} view
 * @param {any} context
 */
export function paper(view, context) {
  if (context.resultOpen) return null;
  const due = view.scene ? view.scene.name === "points" : view.phase === "over";
  const open = due || context.ui.mdOpen === "sheet"; // who reads it puts it away, not what happens
  return open ? scoreSheet(view, context) : null;
}

/**
 * The name under which the points of a hand travel to the sheet.
 * @param {number} hand
 * @param {number} seat
 */
function pointsName(hand, seat) {
  return `points-${hand}-${seat}`;
}

/** @param {any} context */
function who({ t, name, seat: me }) {
  return (/** @type {number} */ seat) => (seat === me ? t("mino_dice.you") : name(seat));
}

/**
 * A hand seat by seat: bid, tricks, what that is worth, and the bonus.
 * @param {any} view
 * @param {any} context
 */
export function reckoning(view, context) {
  if (view.scene?.name !== "reckon") return null;
  const { h, t } = context;
  const { done } = view.scene;
  const hand = view.hand_no;
  const named = who(context);
  const heads = ["name", "bid", "took", "worth", "bonus", "points"];
  return h(
    "div",
    { key: "reckon", class: "md-paper md-reckon" },
    h(
      "table",
      null,
      h("caption", null, t("mino_dice.reckon", { number: hand })),
      h("thead", null, h("tr", null, ...heads.map((head) => h("th", { key: head, scope: "col" }, t(`mino_dice.reckon.${head}`))))),
      h(
        "tbody",
        null,
        ...done.points.map((/** @type {number} */ points, /** @type {number} */ seat) =>
          h(
            "tr",
            { key: seat, class: done.bids[seat] === done.tricks[seat] ? "is-exact" : null },
            h("th", { scope: "row" }, named(seat)),
            h("td", null, done.bids[seat]),
            h("td", { class: "md-took" }, done.tricks[seat], exactMark(h, done.bids[seat] === done.tricks[seat])),
            h("td", null, signed(points - done.bonus[seat])),
            h("td", null, done.bonus[seat] ? h("span", { class: "md-paid" }, signed(done.bonus[seat])) : "–"),
            h("td", { class: "md-sum" }, pointsMark(h, { hand, seat, points })),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {Function} h
 * @param {boolean} exact
 */
function exactMark(h, exact) {
  return h("span", { class: "md-exact", "aria-hidden": "true" }, exact ? " ✓" : " ✗");
}

/**
 * @param {Function} h
 * @param {{hand: number, seat: number, points: number}} what
 */
function pointsMark(h, { hand, seat, points }) {
  return h("span", { class: points < 0 ? "is-loss" : "is-gain", "data-flip": pointsName(hand, seat), "data-flip-delay": seat * 80 }, signed(points));
}

/**
 * Hands and totals, as on paper.
 * @param {any} view
 * @param {any} context
 */
function scoreSheet(view, context) {
  const { h, t } = context;
  const closes = !view.scene && view.phase !== "over";
  const named = who(context);
  return h(
    "div",
    { key: "sheet", class: "md-paper md-sheet" },
    h(
      "table",
      null,
      h("caption", null, t("mino_dice.sheet.title")),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, h("span", { class: "unseen" }, t("mino_dice.sheet.hand"))),
          ...view.scores.map((/** @type {number} */ _, /** @type {number} */ seat) => h("th", { key: seat, scope: "col" }, named(seat))),
        ),
      ),
      h("tbody", null, ...view.hands_played.map((/** @type {any} */ done, /** @type {number} */ index) => handRow(h, done, index + 1))),
      h(
        "tfoot",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "row" }, h("span", { class: "unseen" }, t("mino_dice.sheet.total")), h("span", { "aria-hidden": "true" }, "=")),
          ...view.scores.map((/** @type {number} */ score, /** @type {number} */ seat) => h("td", { key: seat }, total(score))),
        ),
      ),
    ),
    view.hands_played.length === 0 ? h("p", null, t("mino_dice.sheet.empty")) : null,
    closes ? h("button", { type: "button", class: "md-plain", onclick: () => toggleSheet(context) }, t("mino_dice.close")) : null,
  );
}

/**
 * @param {Function} h
 * @param {any} done
 * @param {number} hand
 */
function handRow(h, done, hand) {
  return h(
    "tr",
    { key: hand },
    h("th", { scope: "row" }, hand),
    ...done.points.map((/** @type {number} */ points, /** @type {number} */ seat) =>
      h(
        "td",
        { key: seat },
        h("small", { class: "md-how" }, `${done.tricks[seat]}/${done.bids[seat]}`),
        pointsMark(h, { hand, seat, points }),
      ),
    ),
  );
}
