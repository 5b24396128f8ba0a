// @ts-check
/** At the end: the way to another match, who wants it, and who is still awaited. */
import { stool } from "../lib/avatar.js";
import { h } from "../lib/h.js";
import { listWords } from "../lib/t.js";
import { drawNamed } from "./named.js";
import { answersTo } from "./rematch.js";

/** @param {import("../table.js").Room} room */
export function drawAgain(room) {
  const { rematch, state, t } = room;
  const { table } = rematch;
  if (table === null) return null;
  return h(
    "section",
    { class: "again", key: "again", "aria-label": t("again.label") },
    h("p", { class: "again-title", "aria-live": "polite" }, offerWords(room)),
    table.state === "open" && drawAnswers(room),
    h("div", { class: "row again-ways" }, waysOf(room, state.seat !== null)),
  );
}

/**
 * "Ada wants another match." Also for the button of a result that is hidden.
 * @param {import("../table.js").Room} room
 */
export function offerWords({ t, rematch, me }) {
  const { table } = rematch;
  if (table.state === "playing") return t("again.on");
  if (table.state !== "open") return t("again.over");
  const { come } = answersTo(table);
  const others = come.filter((/** @type {any} */ { player }) => player.id !== me.player?.id);
  if (others.length === 0) return t(rematch.isIn ? "again.you_asked" : "again.laid");
  const names = listWords(others.map((/** @type {any} */ { player }) => player.name));
  return t("again.wanted", { names, count: others.length });
}

/** @param {import("../table.js").Room} room */
function drawAnswers({ t, rematch, me }) {
  const { come, awaited } = answersTo(rematch.table);
  const row = (/** @type {any} */ { seat, player, held }) =>
    h(
      "li",
      { key: seat, class: held ? "awaited" : "come" },
      stool(player.id, 26),
      drawNamed(t, player.name, player.id === me.player?.id),
      h("span", { class: "again-mark small" }, t(held ? "again.awaited" : "again.in")),
    );
  return h("ul", { class: "again-people" }, [...come, ...awaited].map(row));
}

/**
 * @param {import("../table.js").Room} room
 * @param {boolean} played  whether I had a seat in the match that is over
 */
function waysOf(room, played) {
  const { t, rematch, actions } = room;
  const { table, place, isIn } = rematch;
  const there = (/** @type {string} */ key, lit = true) =>
    h("a", { class: lit ? "button lit" : "button", key: "there", href: `/t/${table.id}` }, t(key));
  if (table.state !== "open") return there(isIn ? "again.to_table" : "again.watch");
  if (!played) return there(place ? "again.to_table" : "again.follow");
  if (isIn) return there("again.to_table");
  if (place === null) return there("again.look", false);
  return [
    h(
      "button",
      { class: "button lit", key: "join", disabled: actions.busy, onclick: () => actions.playAgain() },
      t("again.join"),
    ),
    h(
      "button",
      { class: "button", key: "decline", disabled: actions.busy, onclick: () => actions.declineRematch() },
      t("again.decline"),
    ),
  ];
}
