// @ts-check
/**
 * What is shown between two views: askings step by step, and a settlement that is seen before the
 * next deal is drawn. Everything here comes from the two views; events are not needed.
 */

/** @typedef {{view: any, ms: number, events?: any[]}} Scene */

const LOOK = 850;
const SETTLED = { answer: 700, turn: 900, turnEach: 130, lift: 1000, burn: 1250, quiet: 900 };

/**
 * @param {any} view
 * @param {any[]} events
 * @param {any} previous
 * @returns {Scene[]}
 */
export function scenes(view, events, previous) {
  const last = { view, ms: 0, events };
  if (!previous) return [last];
  if (isSettled(view, previous)) return [...settlement(view, previous), last];
  if (view.deal !== previous.deal) return [last];
  const fresh = view.asks.slice(previous.asks.length);
  return [...fresh.flatMap((/** @type {any} */ ask) => asking(ask, view, previous)), last];
}

/**
 * @param {any} view
 * @param {any} previous
 */
function isSettled(view, previous) {
  return view.last_deal !== null && view.last_deal.deal > (previous.last_deal?.deal ?? -1);
}

/**
 * The houses and horses that were passed over, one after the other, then a refusal before its
 * effect is drawn.
 * @param {any} ask
 * @param {any} view
 * @param {any} previous
 * @returns {Scene[]}
 */
function asking(ask, view, previous) {
  const passed = ask.asked.slice(0, -1);
  const steps = passed.map((/** @type {any} */ _, /** @type {number} */ index) => ({
    view: withAsk(previous, { ...ask, asked: ask.asked.slice(0, index + 1), answer: null }, view),
    ms: LOOK,
  }));
  if (ask.answer === "katt") steps.push({ view: withAsk(previous, ask, view), ms: LOOK + 250 });
  if (costsLife(ask)) steps.push({ view: { ...view, turn: null, scene: burnOf(ask) }, ms: SETTLED.burn });
  return steps;
}

/** @param {any} ask */
function costsLife(ask) {
  return ask?.answer === "dragon" || ask?.answer === "katt";
}

/**
 * The asker's match burns down.
 * @param {any} ask
 */
function burnOf(ask) {
  return { name: "asked", burning: [ask.seat], by: ask.answer, stock: ask.asked.at(-1) === "stock" };
}

/**
 * The asking while the cat has spoken and nothing has gone back yet.
 * @param {any} ask
 */
function waiting(ask) {
  return ask.answer === "katt" ? { ...ask, answer: "katt-asked" } : ask;
}

/**
 * The view before, with one asking under way: what answered is open, nothing has moved or burnt.
 * @param {any} before
 * @param {any} ask
 * @param {any} after
 */
function withAsk(before, ask, after) {
  const asked = ask.asked.filter((/** @type {any} */ one) => one !== "stock");
  const refused = asked.filter((/** @type {number} */ seat) => after.open[seat]);
  const cards = before.cards.map((/** @type {any} */ card, /** @type {number} */ seat) =>
    refused.includes(seat) ? after.cards[seat] : card,
  );
  const open = before.open.map((/** @type {boolean} */ was, /** @type {number} */ seat) => was || refused.includes(seat));
  return { ...before, cards, open, turn: null, asks: [...before.asks, waiting(ask)], scene: { name: "ask" } };
}

/**
 * All cards turn from the dealer's left, the lowest are lifted, their matches burn down.
 * @param {any} view
 * @param {any} previous
 * @returns {Scene[]}
 */
function settlement(view, previous) {
  const done = view.last_deal;
  const seats = view.lives.length;
  const before = view.lives.map((/** @type {number} */ lives, /** @type {number} */ seat) =>
    lives + (done.lost.includes(seat) ? 1 : 0),
  );
  const shut = {
    ...previous, lives: before, turn: null, asks: done.asks, shown: done.shown, scene: { name: "answer" },
  };
  const all = previous.cards.map(() => true);
  const up = { ...shut, cards: done.cards, open: all, in_deal: dealtSeats(done) };
  const lifted = done.lost;
  const steps = [
    { view: withLastAnswer(shut, done), ms: costsLife(done.asks.at(-1)) ? SETTLED.burn : SETTLED.answer },
    { view: { ...up, scene: { name: "turn", turning: true, why: done.why } }, ms: SETTLED.turn + SETTLED.turnEach * seats },
  ];
  if (lifted.length === 0) {
    return [...steps, { view: { ...up, scene: { name: "quiet", why: done.why } }, ms: SETTLED.quiet }];
  }
  const burnt = { ...up, lives: view.lives };
  return [
    ...steps,
    { view: { ...up, scene: { name: "lift", lifted, why: done.why } }, ms: SETTLED.lift },
    { view: { ...burnt, scene: { name: "burn", lifted, burning: lifted, why: done.why } }, ms: SETTLED.burn },
  ];
}

/** @param {any} done */
function dealtSeats(done) {
  return done.cards.flatMap((/** @type {any} */ card, /** @type {number} */ seat) => (card === null ? [] : [seat]));
}

/**
 * The last refusal of the deal lies open already while the others are still face down.
 * @param {any} shut
 * @param {any} done
 */
function withLastAnswer(shut, done) {
  const ask = done.asks.at(-1);
  if (ask?.answer === "drew") return withDrawnCard(shut, ask.seat);
  if (!ask || ask.answer === "kept" || ask.answer === "swapped") return shut;
  const asked = ask.asked.filter((/** @type {any} */ one) => one !== "stock");
  const cards = shut.cards.map((/** @type {any} */ card, /** @type {number} */ seat) =>
    asked.includes(seat) ? done.cards[seat] : card,
  );
  const open = shut.open.map((/** @type {boolean} */ was, /** @type {number} */ seat) => was || asked.includes(seat));
  const asks = [...done.asks.slice(0, -1), waiting(ask)];
  return { ...shut, asks, cards, open, scene: costsLife(ask) ? burnOf(ask) : shut.scene };
}

/**
 * A drawn card is not the one that lay there before.
 * @param {any} shut
 * @param {number} drawer
 */
function withDrawnCard(shut, drawer) {
  const cards = shut.cards.map((/** @type {any} */ card, /** @type {number} */ seat) => (seat === drawer ? null : card));
  const open = shut.open.map((/** @type {boolean} */ was, /** @type {number} */ seat) => was && seat !== drawer);
  return { ...shut, cards, open };
}
