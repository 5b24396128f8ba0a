// @ts-check
/** The page of a replay: the bar, the board with its controls, and beside it the log. */
import { drawBrand } from "../lib/brand.js";
import { h } from "../lib/h.js";
import { drawLookOpener } from "../lib/look_menu.js";
import { gameName } from "../lib/t.js";
import { drawBoard } from "../table/board.js";
import { drawLog } from "../table/log.js";
import { drawBranch } from "../table/room.js";
import { drawCaption } from "./caption.js";
import { drawControls } from "./controls.js";
import { drawPeople } from "./people.js";

/** @param {import("../replay.js").Replay} replay */
export function drawReplay(replay) {
  return [drawBar(replay), drawTable(replay), drawSide(replay)];
}

/** @param {import("../replay.js").Replay} replay */
function drawBar({ t, id, game, table }) {
  return h(
    "header",
    { class: "bar", key: "bar" },
    drawBrand(t),
    h("h1", { class: "bar-title" }, t("replay.title", { game: gameName(t, game) })),
    drawBranch({ t, state: { table } }),
    drawLookOpener(t, null),
    h("a", { class: "button little", href: `/t/${id}` }, t("replay.table")),
  );
}

/** @param {import("../replay.js").Replay} replay */
function drawTable(replay) {
  return h(
    "main",
    { class: "table-top", id: "main", key: "play" },
    replay.board?.seatsPeople ? null : drawPeople(replay),
    drawBoard(replay),
    h(
      "div",
      { class: "mine replay-foot", key: "foot" },
      drawCaption(replay),
      drawControls(replay),
    ),
  );
}

/** @param {import("../replay.js").Replay} replay */
function drawSide(replay) {
  return h(
    "aside",
    { class: "panel replay-log", key: "panel", "aria-label": replay.t("panel.log") },
    h("h2", { class: "replay-log-title" }, replay.t("panel.log")),
    h("div", { class: "tab-page tab-page-log" }, drawLog(/** @type {any} */ (replay))),
  );
}
