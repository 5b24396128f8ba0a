// @ts-check
/** The pace in words and as a form: how long people may think, and what happens after that. */
import { choose } from "../lib/form.js";
import { h } from "../lib/h.js";
import { span } from "./clock.js";

/** The seconds that each kind of clock can have; the first chosen one is the second. */
const SECONDS = { live: [15, 30, 60, 120], daily: [8 * 3600, 24 * 3600, 72 * 3600] };
const KINDS = ["relaxed", "live", "daily"];

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {{kind: string, seconds?: number}} pace
 */
export function paceWords(t, { kind, seconds }) {
  return kind === "relaxed" ? t("pace.relaxed.words") : t("pace.each", { time: span(t, seconds ?? 0) });
}

/**
 * What happens when somebody does not move, the same for all: agreed to by sitting down.
 * @param {import("../lib/t.js").Translate} t
 * @param {{kind: string}} pace
 */
export function ladderWords(t, { kind }) {
  return t(kind === "relaxed" ? "ladder.relaxed" : "ladder.timed");
}

/**
 * The host's choice before the start.
 * @param {object} wiring
 * @param {import("../lib/t.js").Translate} wiring.t
 * @param {{kind: string, seconds?: number}} wiring.pace
 * @param {(pace: any) => void} wiring.onChange
 */
export function paceForm({ t, pace, onChange }) {
  const choices = SECONDS[/** @type {"live" | "daily"} */ (pace.kind)];
  return [
    choose({
      name: "pace",
      label: t("options.pace"),
      choices: KINDS,
      value: pace.kind,
      onChange: (kind) => onChange(paceOf(kind)),
      words: (kind) => t(`pace.${kind}`),
    }),
    choices &&
      choose({
        name: "pace-seconds",
        label: t(`pace.${pace.kind}.label`),
        choices,
        value: pace.seconds,
        onChange: (seconds) => onChange({ kind: pace.kind, seconds }),
        words: (seconds) => span(t, seconds),
      }),
    h("p", { class: "small soft ladder", key: "ladder" }, ladderWords(t, pace)),
  ];
}

/** @param {string} kind */
function paceOf(kind) {
  if (kind === "relaxed") return { kind };
  return { kind, seconds: SECONDS[/** @type {"live" | "daily"} */ (kind)][1] };
}

/**
 * All paces in one list, for a table that is about to be opened.
 * @param {import("../lib/t.js").Translate} t
 * @param {(pace: any) => void} onChange
 */
export function pacePicker(t, onChange) {
  const paces = [{ kind: "relaxed" }, ...pacesOf("live"), ...pacesOf("daily")];
  const pick = (/** @type {any} */ event) => onChange(paces[event.currentTarget.selectedIndex]);
  return h(
    "label",
    { class: "pace-picker" },
    h("span", null, t("lobby.pace")),
    h(
      "select",
      { id: "pace", onchange: pick },
      paces.map((pace, index) => h("option", { key: index, value: index }, paceWords(t, pace))),
    ),
  );
}

/** @param {"live" | "daily"} kind */
function pacesOf(kind) {
  return SECONDS[kind].map((seconds) => ({ kind, seconds }));
}
