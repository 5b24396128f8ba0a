// @ts-check
/** The display of customers over the road, and the road: the barn, four neighbourhoods, the truck. */
import { barnArt, houseArt, truckArt } from "./art.js";
import { bottle, bottleWords, orderArt, standing } from "./bottles.js";
import { thingButton } from "./farm.js";
import { lightOf } from "./play.js";
import { KINDS, PAY, ZONES, sum, truckSize } from "./printed.js";

/** @param {import("./play.js").Play} play */
export function market(play) {
  const { h, t } = play;
  return h(
    "div",
    { key: "market", class: "mm-market", part: true, role: "group", "aria-label": t("milkman.display") },
    marketSign(play),
    ...ZONES.map((zone) => waiting(play, zone)),
  );
}

/** @param {import("./play.js").Play} play */
function marketSign(play) {
  const { h, t, view, farm, mine } = play;
  const quiet = view.phase === "over" || !mine;
  return thingButton(play, {
    thing: "market",
    class: `mm-sign of-${farm.market}`,
    words: t("milkman.sign", { count: view.deck, market: quiet ? "" : marketWords(play) }),
    content: [
      h("b", { key: "name" }, t("milkman.market")),
      h("span", { key: "deck" }, t("milkman.deck", { count: view.deck })),
      quiet ? null : h("span", { key: "state", class: "mm-sign-state" }, stateWords(play)),
    ],
  });
}

/** In a few words, for the sign. @param {import("./play.js").Play} play */
function stateWords({ t, view, farm, name }) {
  const visitor = visitorOf(view);
  if (farm.market !== "waiting" || visitor < 0) return t(`milkman.market.${farm.market}`);
  return t("milkman.market.waits.short", { name: name(visitor) });
}

/**
 * The seat that the market waits for; -1 if for nobody. @param {any} view
 * @returns {number}
 */
function visitorOf(view) {
  return view.farms.findIndex((/** @type {any} */ { market, done }) => market === "open" && !done);
}

/**
 * How things stand at the market for the farm in sight, and whom it waits for.
 * @param {import("./play.js").Play} play
 */
export function marketWords({ t, view, farm, name }) {
  const visitor = visitorOf(view);
  if (farm.market !== "waiting" || visitor < 0) return t(`milkman.market.${farm.market}`);
  return t("milkman.market.waits", { name: name(visitor) });
}

/**
 * @param {import("./play.js").Play} play
 * @param {number} zone
 */
function waiting(play, zone) {
  const { h, t, view } = play;
  const customer = view.customers[zone - 1];
  if (!customer) return h("p", { key: `zone${zone}`, class: "mm-gap" }, t("milkman.gap"));
  const { id, order, points } = customer;
  return thingButton(play, {
    thing: `zone${zone}`,
    class: "mm-customer",
    words: t("milkman.waiting", { zone, order: bottleWords(play, order), count: points }),
    content: [
      h(
        "span",
        { key: `c${id}`, class: "mm-slip", "data-flip": `customer-${id}`, "data-flip-from": "deck" },
        orderArt(play, order),
        h("b", { class: "mm-worth", "aria-hidden": "true" }, String(points)),
      ),
    ],
  });
}

/** @param {import("./play.js").Play} play */
export function road(play) {
  const { h, t } = play;
  return h(
    "div",
    { key: "road", class: "mm-road", part: true, role: "group", "aria-label": t("milkman.road") },
    h("span", { key: "way", class: "mm-way", "aria-hidden": "true" }),
    ...[0, ...ZONES].map((place) => stop(play, place)),
    truck(play),
  );
}

/**
 * @param {import("./play.js").Play} play
 * @param {number} place
 */
function stop(play, place) {
  const { h, t, farm } = play;
  const orders = farm.orders.filter((/** @type {any} */ { zone }) => zone === place);
  const hung = orders.map((/** @type {any} */ { order, points }) => t("milkman.order", { order: bottleWords(play, order), count: points }));
  const name = t(place === 0 ? "milkman.place.barn" : "milkman.place", { place });
  const pay = PAY[place] ? t("milkman.place.pays", { money: PAY[place] }) : "";
  return thingButton(play, {
    thing: `place${place}`,
    class: `mm-stop at-${place}${orders.length > 2 ? " is-full" : ""}${orders.length > 4 ? " is-crowded" : ""}`,
    words: [name, pay, ...hung, farm.truck.at === place ? t("milkman.place.truck") : ""].filter(Boolean).join(". "),
    content: [
      h("span", { key: "house", class: "mm-housing" }, place === 0 ? barnArt(h) : houseArt(h, place), plate(play, place)),
      h("span", { key: "orders", class: "mm-hooks" }, ...orders.map((/** @type {any} */ order) => hungOrder(play, order))),
    ],
  });
}

/**
 * @param {import("./play.js").Play} play
 * @param {number} place
 */
function plate({ h, t }, place) {
  if (place === 0) return null;
  return h(
    "span",
    { class: "mm-plate", "aria-hidden": "true" },
    h("b", null, String(place)),
    PAY[place] ? h("span", { class: "mm-pay" }, t("milkman.note.gains", { money: PAY[place] })) : null,
  );
}

/**
 * @param {import("./play.js").Play} play
 * @param {any} order
 */
function hungOrder(play, { id, order, points }) {
  const { h, moves } = play;
  const ready = moves.some((/** @type {any} */ move) => move.type === "deliver" && move.customer === id);
  const wide = order.every((/** @type {number} */ amount) => amount > 0);
  return h(
    "span",
    { key: `o${id}`, class: `mm-hung${wide ? " is-wide" : ""}${ready ? " is-ready" : ""}`, "data-flip": `customer-${id}` },
    orderArt(play, order),
    h("b", { class: "mm-worth", "aria-hidden": "true" }, String(points)),
  );
}

/** @param {import("./play.js").Play} play */
function truck(play) {
  const { h, t, farm, draft, shown } = play;
  const { at, big, load, points } = farm.truck;
  const coming = draft?.type === "load" ? draft.bottles : [0, 0, 0];
  const words = t("milkman.truck", { place: t(at === 0 ? "milkman.place.barn" : "milkman.place", { place: at }), bottles: bottleWords(play, load), count: sum(load), size: truckSize(farm.truck) });
  const carried = standing(load.map((/** @type {number} */ amount, /** @type {number} */ index) => amount + coming[index]));
  const button = thingButton(play, {
    thing: "truck",
    class: "mm-truck",
    words: points > 0 ? `${words}. ${t("milkman.truck.points", { count: points })}` : words,
    content: [
      truckArt(h, big),
      h(
        "span",
        { key: "load", class: "mm-load", "aria-hidden": "true" },
        ...carried.map((kind, index) => h("span", { key: index, class: isComing(play, kind, carried.slice(index)) ? "is-coming" : "" }, bottle(play, kind))),
      ),
      points > 0 ? h("b", { key: "points", class: "mm-fuel", "aria-hidden": "true" }, t("milkman.fuel", { count: points })) : null,
    ],
  });
  return h("span", { key: "truck", class: `mm-driving${lightOf(play, "truck").open ? "" : " is-parked"}`, "data-at": at, "data-flip": `truck-${shown}`, style: { "--column": at + 1 } }, button);
}

/**
 * @param {import("./play.js").Play} play
 * @param {import("./printed.js").Kind} kind
 * @param {string[]} rest  from this bottle on
 */
function isComing({ draft }, kind, rest) {
  if (draft?.type !== "load") return false;
  return rest.filter((other) => other === kind).length <= draft.bottles[KINDS.indexOf(kind)];
}
