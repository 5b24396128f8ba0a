// @ts-check
/** The end of a match: who won, the scores, the way on, and "verify this match". */
import { h } from "../lib/h.js";
import { has, listWords } from "../lib/t.js";
import { drawAgain, offerWords } from "./again.js";
import { hasEnded, seatStool } from "./context.js";
import { drawNamed } from "./named.js";
import { drawSeries } from "./series.js";
import { verifyMatch } from "./verifying.js";

/** With so many people not all rows of the scores are in sight on a phone. */
const MANY = 6;

/** @param {import("../table.js").Room} room */
export function drawEnd(room) {
  const { t, state } = room;
  const { table } = state;
  if (!hasEnded(room)) return null;
  if (room.resultHidden) return drawChip(room);
  return h(
    "section",
    { class: "end sheet", key: "end", "aria-label": t("end.label") },
    h("h2", { class: "end-title" }, titleOf(room)),
    drawWhy(room),
    drawOwnPlace(room),
    table.result && drawScores(room, table.result),
    drawSeries(room, { least: 2, heading: "h3" }),
    drawAgain(room),
    drawWays(room),
  );
}

/** The way back to a hidden result; it says so when somebody wants to play again. @param {import("../table.js").Room} room */
function drawChip(room) {
  const offered = room.rematch.table?.state === "open";
  return h(
    "div",
    { class: offered ? "end-chip offer" : "end-chip", key: "end-chip" },
    h(
      "button",
      { class: "button lit", onclick: () => hide(room, false) },
      offered ? offerWords(room) : room.t("end.show"),
    ),
  );
}

/**
 * @param {import("../table.js").Room} room
 * @param {boolean} hidden
 */
function hide(room, hidden) {
  room.resultHidden = hidden;
  room.draw();
}

/** @param {import("../table.js").Room} room */
export function titleOf(room) {
  const { t, state } = room;
  const { result, seats } = state.table;
  if (result === null) return t("end.abandoned");
  const { winners } = result;
  if (winners.length === seats.length) return t("end.all_share");
  const names = listWords(winners.map((/** @type {number} */ seat) => room.name(seat)));
  if (winners.length > 1) return t("end.shared", { names });
  return winners[0] === state.seat ? t("end.you") : t("end.winner", { name: names });
}

/** Who is many rows down need not look for it. @param {import("../table.js").Room} room */
function drawOwnPlace({ t, state }) {
  const { seat, table } = state;
  if (table.result === null || seat === null || table.seats.length < MANY) return null;
  const { places, winners } = table.result;
  if (winners.length === 1 && winners[0] === seat) return null;
  const place = places[seat];
  const shared = places.filter((/** @type {number} */ one) => one === place).length > 1;
  const words = t(shared ? "end.your_place.shared" : "end.your_place", { place, total: table.seats.length });
  return h("p", { class: "end-place" }, words);
}

/** @param {import("../table.js").Room} room */
function drawWhy({ t, state }) {
  const words = whyEnded(t, state.table);
  return words && h("p", { class: "soft" }, words);
}

/**
 * That it was not the players who ended it. The reason is for the house's own log.
 * @param {import("../lib/t.js").Translate} t
 * @param {{ended_why: string | null, result: unknown}} table
 */
export function whyEnded(t, { ended_why: why, result }) {
  if (why !== "staff") return null;
  return t(result === null ? "end.by_staff" : "end.by_staff.played_out");
}

/**
 * @param {import("../table.js").Room} room
 * @param {{scores: number[], places: number[]}} result
 */
function drawScores(room, { scores, places }) {
  const { t, state } = room;
  const order = places
    .map((_, seat) => seat)
    .sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0) || a - b);
  return h(
    "table",
    { class: "scores numbers" },
    h("caption", { class: "unseen" }, t("end.scores")),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        [t("end.place"), t("end.player"), scoreWord(t, state.table)].map((words) =>
          h("th", { scope: "col", key: words }, words),
        ),
      ),
    ),
    h(
      "tbody",
      null,
      order.map((seat) =>
        h(
          "tr",
          { key: seat, class: places[seat] === 1 ? "first" : "" },
          h("td", { class: "scores-place" }, String(places[seat])),
          h(
            "th",
            { scope: "row" },
            h(
              "div",
              { class: "scores-player" },
              seatStool(state.table, seat, 30),
              drawNamed(t, room.name(seat), seat === state.seat),
            ),
          ),
          h("td", { class: "scores-score" }, signed(scores[seat] ?? 0)),
        ),
      ),
    ),
  );
}

/**
 * What the scores of a game are; one that counts otherwise with so many people has a word for that.
 * @param {import("../lib/t.js").Translate} t
 * @param {{game: string, seats: unknown[]}} table
 */
function scoreWord(t, { game, seats }) {
  const own = `end.score.${game}.${seats.length}`;
  return has(t, own) ? t(own) : t(`end.score.${game}`);
}

/** A true minus sign, as wide as a plus. @param {number} score */
function signed(score) {
  return score < 0 ? `−${-score}` : String(score);
}

/** @param {import("../table.js").Room} room */
function drawWays(room) {
  const { t, state, actions } = room;
  const began = state.table.client_seeds !== null;
  return h(
    "div",
    { class: "row end-ways sheet-foot" },
    began &&
      state.seat !== null &&
      room.rematch.table === null &&
      h(
        "button",
        { class: "button lit end-again", key: "again", disabled: actions.busy, onclick: () => actions.playAgain() },
        t("end.again"),
      ),
    h("a", { class: "button", href: "/" }, t("nav.lobby")),
    began && h("a", { class: "button", href: `/t/${room.id}/replay` }, t("end.replay")),
    began && h("button", { class: "button for-check", onclick: () => verifyMatch(room) }, t("verify.button")),
    h("button", { class: "button slight", onclick: () => hide(room, true) }, t("end.hide")),
  );
}
