// @ts-check
/** The table's notes in words: what happened beside the match. */
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
    default:
      return t(`note.${kind}`, { name, time, ...params });
  }
}
