// @ts-check
/** The round arena: a mosaic of who beats whom, the dice of the trick near the rim, the best lit. */
import { bidding, shownBids } from "./bids.js";
import { chip, cube } from "./die.js";
import { direction, flightOf, handsOf, winningPlay } from "./dice.js";
import { toggleHelp } from "./help.js";
import { ring } from "./ring.js";
import { tools } from "./tools.js";

const KEYS = 24;

/**
 * @param {any} view
 * @param {any} context
 */
export function zone(view, context) {
  const { h } = context;
  return h(
    "div",
    { key: "zone", class: "md-zone" },
    h(
      "div",
      { key: "arena", class: "md-arena" },
      floor(h),
      mosaic(context),
      ...(inBids(view) ? shownBids(view, context) : trick(view, context)),
    ),
    notes(view, context),
    tools(view, context),
    bidding(view, context),
  );
}

/** @param {any} view */
function inBids(view) {
  return view.phase === "bid" || view.scene?.name === "shown";
}

/**
 * Sand, a rim of stone, and a key pattern round it.
 * @param {Function} h
 */
function floor(h) {
  return h(
    "svg",
    { key: "floor", class: "md-floor", viewBox: "-100 -100 200 200", "aria-hidden": "true", focusable: "false" },
    h("circle", { class: "stone", r: 99 }),
    ...Array.from({ length: KEYS }, (_, at) =>
      h("path", { class: "key", d: "M-12.3 -86H8V-96H-6V-91H2", transform: `rotate(${(at * 360) / KEYS})` }),
    ),
    h("circle", { class: "sand", r: 82 }),
    h("circle", { class: "raked", r: 70 }),
    h("circle", { class: "raked", r: 58 }),
  );
}

/** @param {any} context */
function mosaic(context) {
  const { h, t } = context;
  return h(
    "button",
    {
      key: "mosaic",
      type: "button",
      class: "md-mosaic",
      "aria-label": t("mino_dice.ring"),
      title: t("mino_dice.ring"),
      onclick: () => toggleHelp(context),
    },
    ring(h),
  );
}

/**
 * The dice of the trick on the table, or of the last one, and what is to be said about them.
 * @param {any} view
 * @param {any} context
 */
function trick(view, context) {
  const looking = looksBack(view, context);
  const shown = looking ? view.last_trick : view.trick;
  const plays = view.scene?.name === "collect" ? [] : shown.plays;
  const rolling = view.scene?.name === "roll" ? plays.at(-1) : null;
  const best = winningPlay(rolling ? plays.slice(0, -1) : plays);
  const dice = plays.map((/** @type {any} */ play) =>
    rolledDie(view, context, { play, lit: play === best, rolling: play === rolling, looking }),
  );
  return [...dice, ribbon(view, context, looking)];
}

/**
 * @param {any} view
 * @param {any} context
 */
function looksBack(view, { ui }) {
  return Boolean(ui.mdLast) && view.last_trick !== null && !view.scene;
}

/**
 * @param {any} view
 * @param {any} context
 * @param {{play: import("./dice.js").Play, lit: boolean, rolling: boolean, looking: boolean}} what
 */
function rolledDie(view, context, { play, lit, rolling, looking }) {
  const { h, t, name, avatar } = context;
  const { seat, die, face } = play;
  const flight = flightOf(view, seat);
  const key = rolling ? "rolling" : lit ? "best" : "rolled";
  const words = { name: name(seat), die: t(`mino_dice.die.${die}`), face: rolling ? "" : t(`mino_dice.face.${face}`) };
  return h(
    "div",
    {
      key: looking ? `last-${seat}` : flight,
      class: `md-rolled${lit ? " is-lit" : ""}`,
      style: direction(view, context, seat),
      part: true,
      "data-flip": looking ? null : flight,
      "data-flip-from": context.seat === seat ? `${die}-${held(view, die)}` : `folding-${seat}`,
      role: "img",
      "aria-label": t(`mino_dice.shows.${key}`, words),
    },
    h("span", { class: "md-spot" }),
    cube(h, { die, face, rolling, spin: seat % 2 ? 1 : -1 }),
    h("span", { class: "md-owner" }, avatar(seat, "100%")),
  );
}

/**
 * How many dice of that kind are left behind the screen: the place the rolled one came from.
 * @param {any} view
 * @param {string} die
 */
function held(view, die) {
  return view.hand.filter((/** @type {string} */ one) => one === die).length;
}

/**
 * Who took the trick, across the arena.
 * @param {any} view
 * @param {any} context
 * @param {boolean} looking
 */
function ribbon(view, context, looking) {
  const { h, t, name, seat } = context;
  if (!looking && view.scene?.name !== "taken") return null;
  const { winner, bonus: points } = looking ? { ...view.last_trick, bonus: 0 } : view.scene;
  const what = looking ? "last_went" : points ? "takes_bonus" : "takes";
  const key = `mino_dice.${what}${winner === seat ? "_you" : ""}`;
  return h("p", { key: "ribbon", class: "md-ribbon", style: direction(view, context, winner) }, t(key, { name: name(winner), points }));
}

/**
 * In the corners: which hand it is, and the colour that binds.
 * @param {any} view
 * @param {any} context
 */
function notes(view, context) {
  const { h, t } = context;
  const { colour } = looksBack(view, context) ? view.last_trick : view.trick;
  return h(
    "div",
    { key: "notes", class: "md-notes" },
    h("p", { key: "hand", class: "md-hand-no" }, t("mino_dice.hand_no", { number: view.hand_no, hands: handsOf(view) })),
    colour === null
      ? null
      : h("p", { key: `binds-${colour}`, class: "md-binds" }, chip(h, colour), h("span", null, t(`mino_dice.binds.${colour}`))),
  );
}
