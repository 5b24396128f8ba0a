// @ts-check
/** The trick in the middle: the named colour of every card points inwards, its number is large. */
import { cardArt, numberOn } from "./card.js";
import { placeOf, turnOf } from "./people.js";
import { sheetIsOpen } from "./tools.js";

/**
 * @param {any} view
 * @param {any} context
 */
export function middle(view, context) {
  const { h, ui } = context;
  const looking = Boolean(ui.mkLast) && view.last_trick !== null && !view.scene;
  const trick = looking ? view.last_trick : view.trick;
  const shown = view.scene?.name === "collect" ? [] : trick.plays;
  const winner = looking ? view.last_trick.winner : view.scene?.name === "taken" ? view.scene.winner : null;
  return h(
    "div",
    { class: `mk-middle${looking ? " is-last" : ""}${trick.colour ? ` names-${trick.colour}` : ""}` },
    ...shown.map((/** @type {any} */ play) => playedCard(view, context, { ...play, colour: trick.colour, winner, looking })),
    token(view, context, { trick, looking, winner }),
  );
}

/**
 * @param {any} view
 * @param {any} context
 * @param {{seat: number, card: number, colour: "white"|"black", winner: number|null, looking: boolean}} play
 */
function playedCard(view, context, { seat, card, colour, winner, looking }) {
  const { h, t, name } = context;
  const place = placeOf(view, context, seat);
  const count = view.hand_sizes[seat];
  return h(
    "div",
    {
      key: `${looking ? "last" : "c"}${card}`,
      class: `mk-played lies-${place}${winner === seat ? " is-winner" : ""}`,
      "data-flip": looking ? null : `c${card}`,
      "data-flip-from": `h${seat}-${count}`,
      role: "img",
      "aria-label": t(`milkuro.played.${colour}`, { name: name(seat), number: numberOn(card, colour) }),
    },
    h("span", { class: "mk-card", part: true }, cardArt(h, card, { turn: turnOf(place, colour), counts: colour })),
  );
}

/**
 * The colour that counts, or who took the trick, in the heart of it.
 * @param {any} view
 * @param {any} context
 * @param {{trick: any, looking: boolean, winner: number|null}} what
 */
function token(view, context, { trick, looking, winner }) {
  const { h, t, name, seat } = context;
  if (winner !== null) {
    const mine = winner === seat;
    const took = mine ? "milkuro.last_went_you" : "milkuro.last_went";
    const takes = mine ? "milkuro.takes_you" : "milkuro.takes";
    return h("p", { key: "token", class: "mk-ribbon" }, t(looking ? took : takes, { name: name(winner) }));
  }
  if (trick.colour === null) {
    // Under the score sheet it would look out by an arc.
    return sheetIsOpen(view, context) ? null : h("p", { key: "token", class: "mk-token is-empty", "aria-hidden": "true" });
  }
  return h(
    "p",
    { key: "token", class: `mk-token on-${trick.colour}` },
    h("span", { "aria-hidden": "true" }, t(`milkuro.letter.${trick.colour}`)),
    h("span", { class: "unseen" }, t(`milkuro.counts.${trick.colour}`)),
  );
}
