// @ts-check
/** A match that rests: who paused it, the way on, and what all who play have to agree to. */
import { dateWords } from "../lib/dates.js";
import { confirm } from "../lib/dialog.js";
import { h } from "../lib/h.js";
import { listWords } from "../lib/t.js";
import { span } from "./clock.js";

const WISHES = ["pause", "end"];

/**
 * Over the board of a match that rests.
 * @param {import("../table.js").Room} room
 */
export function drawRest(room) {
  const { table } = room.state;
  if (table.state !== "playing") return null;
  if (table.paused) return drawPaused(room);
  return table.asleep ? drawSlip(room.t("asleep.title"), room.t("asleep.text")) : null;
}

/**
 * @param {string} title
 * @param {...any} content
 */
function drawSlip(title, ...content) {
  return h(
    "section",
    { class: "rest", key: "rest", "aria-label": title },
    h("div", { class: "sheet" }, h("h2", null, title), content.map((one) => (typeof one === "string" ? h("p", null, one) : one))),
  );
}

/** @param {import("../table.js").Room} room */
function drawPaused(room) {
  const { t, state, actions, time } = room;
  const { by, since } = state.table.paused;
  const words = by === null ? t("paused.by_host") : t("paused.by", { name: nameFor(room, by) });
  const mayGoOn = state.seat !== null || room.isHost;
  return drawSlip(
    t("paused.title"),
    words,
    h("p", { class: "soft" }, t("paused.since", { time: timeOf(since), span: span(t, time.clock.since(since)) })),
    mayGoOn
      ? h(
          "button",
          { class: "button lit", key: "go-on", disabled: actions.busy, onclick: () => actions.order("/resume") },
          t("paused.go_on"),
        )
      : t("paused.watching"),
  );
}

/** @param {string} text */
function timeOf(text) {
  return dateWords(text, { hour: "2-digit", minute: "2-digit" });
}

/**
 * @param {import("../table.js").Room} room
 * @param {number} seat
 */
function nameFor(room, seat) {
  return seat === room.state.seat ? room.t("paused.you") : room.name(seat);
}

/** The seats whose word is needed: people who play themselves. @param {any} table */
export function voters({ seats }) {
  return seats
    .filter((/** @type {any} */ { player, away }) => player && !away)
    .map((/** @type {any} */ { seat }) => seat);
}

/**
 * What somebody wants, who has agreed, and a button for who has not.
 * @param {import("../table.js").Room} room
 */
export function drawAgreements(room) {
  const { agreed, state } = room.state.table;
  if (state !== "playing") return null;
  return WISHES.filter((wish) => agreed?.[wish]).map((wish) => drawAgreement(room, wish, agreed[wish]));
}

/**
 * @param {import("../table.js").Room} room
 * @param {string} wish
 * @param {number[]} seats  that have agreed
 */
function drawAgreement(room, wish, seats) {
  const { t, state, actions } = room;
  const needed = voters(state.table);
  const count = needed.filter((/** @type {number} */ seat) => seats.includes(seat)).length;
  const mayAgree = needed.includes(state.seat) && !seats.includes(state.seat ?? -1);
  const names = listWords(seats.map((seat) => room.name(seat)));
  return h(
    "section",
    { class: "slip", key: `agree-${wish}`, "aria-label": t(`agree.${wish}.title`) },
    h(
      "p",
      null,
      `${t(`agree.${wish}`, { names, count: seats.length })} `,
      h("span", { class: "small soft" }, t("agree.so_far", { count, total: needed.length })),
    ),
    mayAgree &&
      h(
        "button",
        { class: "button lit little", disabled: actions.busy, onclick: () => ask(room, wish) },
        t(`agree.${wish}.yes`),
      ),
  );
}

/**
 * The ways to stop, for the list of people.
 * @param {import("../table.js").Room} room
 */
export function drawStopping(room) {
  const { t, state, isHost, actions } = room;
  const { table, seat } = state;
  const plays = seat !== null && !table.seats[seat].away;
  if (table.state !== "playing" || !(plays || isHost)) return null;
  const alone = voters(table).length < 2;
  return h(
    "div",
    { class: "stopping", key: "stopping" },
    table.paused
      ? h("button", { class: "button", disabled: actions.busy, onclick: () => actions.order("/resume") }, t("paused.go_on"))
      : h(
          "button",
          { class: "button", disabled: actions.busy || wants(table, "pause", seat), onclick: () => ask(room, "pause") },
          t(isHost || alone ? "pause.button" : "pause.ask"),
        ),
    plays &&
      h(
        "button",
        { class: "button", disabled: actions.busy || wants(table, "end", seat), onclick: () => ask(room, "end") },
        t(alone ? "end_early.button" : "end_early.ask"),
      ),
  );
}

/**
 * @param {any} table
 * @param {string} wish
 * @param {number | null} seat
 */
function wants(table, wish, seat) {
  return Boolean(table.agreed?.[wish]?.includes(seat));
}

/**
 * To end a match cannot be undone: it is asked once more.
 * @param {import("../table.js").Room} room
 * @param {string} wish
 */
async function ask(room, wish) {
  const { t, state, actions } = room;
  const others = voters(state.table).filter((/** @type {number} */ seat) => seat !== state.seat);
  const missing = others.filter((/** @type {number} */ seat) => !wants(state.table, "end", seat));
  const text = t(missing.length === 0 ? "end_early.last" : "end_early.text", {
    names: listWords(missing.map((/** @type {number} */ seat) => room.name(seat))),
  });
  const words = { title: t("end_early.title"), text, yes: t("end_early.yes") };
  if (wish === "pause" || (await confirm(t, words))) await actions.order(`/${wish}`);
}
