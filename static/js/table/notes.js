// @ts-check
/** The table's notes in words: what happened beside the match. */
import { listWords } from "../lib/t.js";
import { span } from "./clock.js";

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {any} note
 * @param {string} name  of its seat, if it has one
 */
export function wordsOfNote(t, { kind, seat, params }, name) {
  const time = span(t, Number(params.seconds ?? 0));
  switch (kind) {
    case "paused":
      if (params.by === "staff") return t("note.paused.staff");
      return t(seat === null ? "note.paused.by_host" : `note.paused.${params.by ?? "host"}`, { name });
    case "resumed":
      if (params.by === "staff") return t("note.resumed.staff", { time });
      return t(seat === null ? "note.resumed" : "note.resumed.by", { name, time });
    case "stand_in":
      return t(params.why ? `note.stand_in.${params.why}` : "note.stand_in", { name });
    case "back":
      return t(params.why === "substitute" ? "note.back.substitute" : "note.back", { name });
    case "time_given_back":
      return t("note.time_given_back", { time: toTheSecond(t, Number(params.seconds)) });
    default:
      return t(`note.${kind}`, { name, time, ...params });
  }
}

/** In what a length is told, the longest first. @type {Array<[string, number]>} */
const UNITS = [["days", 86_400], ["hours", 3600], ["minutes", 60], ["seconds", 1]];

/**
 * What each clock was given is told as it was: nobody is promised more than that.
 * @param {import("../lib/t.js").Translate} t
 * @param {number} seconds
 */
function toTheSecond(t, seconds) {
  let left = Math.round(seconds);
  const times = UNITS.flatMap(([name, unit]) => {
    const count = Math.floor(left / unit);
    left -= count * unit;
    return count > 0 ? [t(`span.${name}`, { count }).replaceAll(" ", "\u00a0")] : [];
  });
  return listWords(times, "unit");
}
