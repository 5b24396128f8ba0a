// @ts-check
/** The score of a series: who won how many of its matches so far. */
import { call, Refused } from "../lib/api.js";
import { stool } from "../lib/avatar.js";
import { h } from "../lib/h.js";

export class Series {
  /** @param {import("../table.js").Room} room */
  constructor(room) {
    this.room = room;
    /** @type {{matches: any[], score: any[]} | null} */
    this.told = null;
    /** The state of the table for which it was told last. */
    this.asked = "";
  }

  /** How many of its matches have a result. */
  get played() {
    return this.told?.matches.filter(({ result }) => result !== null).length ?? 0;
  }

  /** Ask for it before a match and when it is over: then it is shown, and has changed. */
  async look() {
    const { state } = this.room.state.table;
    if (state === this.asked || state === "playing") return;
    this.asked = state;
    try {
      this.told = await call("GET", `/api/tables/${this.room.id}/series`);
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      this.asked = ""; // no wire just now: asked again with the next news
    }
    this.room.draw();
  }
}

/**
 * @param {import("../table.js").Room} room
 * @param {{least: number, heading: "h2" | "h3"}} how  matches that make a series worth telling
 */
export function drawSeries({ t, series, me }, { least, heading }) {
  const { told, played } = series;
  if (told === null || played < least) return null;
  return h(
    "section",
    { class: "series", key: "series", "aria-label": t("series.label") },
    h(heading, null, t("series.title", { count: played })),
    h(
      "ol",
      { class: "series-score" },
      told.score.map(({ player, bot, name, wins }) =>
        h(
          "li",
          { key: player?.id ?? `bot ${bot}` },
          h("span", { class: "series-wins numbers" }, String(wins)),
          stool(player?.id ?? `bots ${bot}`, 22, { bot: !player }),
          h("span", { class: player && player.id === me.player?.id ? "series-you" : "" }, nameIn(t, name, bot)),
        ),
      ),
    ),
  );
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {string} name
 * @param {string | undefined} bot
 */
function nameIn(t, name, bot) {
  return bot ? t("series.bots", { level: t(`level.${bot}`) }) : name;
}
