// @ts-check
/** A table where I sit, as a way back to it: the game, whose move it is, and who else is there. */
import { h } from "../lib/h.js";
import { listWords } from "../lib/t.js";

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {any} table
 * @param {string} game
 */
export function drawOwnTable(t, table, game) {
  const words = table.your_move ? "lobby.your_move" : "lobby.back_to";
  return h(
    "li",
    { key: table.id },
    h(
      "a",
      { class: table.your_move ? "button lit own-table" : "button own-table", href: `/t/${table.id}` },
      h("span", null, t(words, { game })),
      h("span", { class: "own-others" }, othersWords(t, table)),
    ),
  );
}

/**
 * By name, so that two tables of one game are told apart.
 * @param {import("../lib/t.js").Translate} t
 * @param {{state: string, others: string[]}} table
 */
function othersWords(t, { state, others }) {
  if (others.length === 0) return t(state === "open" ? "lobby.mine.nobody" : "lobby.mine.bots");
  return t("lobby.mine.with", { names: listWords(others) });
}
