// @ts-check
/** What moves a replay: to and fro, by itself, to a round, through other eyes; and ways out of it. */
import { h } from "../lib/h.js";
import { has } from "../lib/t.js";
import { playOn } from "./branch.js";
import { shareLink } from "./link.js";
import { partAt } from "./parts.js";

/** Drawn here: letters would look different on every machine. */
const SIGNS = {
  first: "M5 5v14M19 5 9 12l10 7z",
  back: "M16 5 6 12l10 7z",
  play: "M8 5v14l11-7z",
  pause: "M8 5v14M16 5v14",
  next: "M8 5l10 7-10 7z",
  last: "M19 5v14M5 5l10 7-10 7z",
  more: "M5 11v2M12 11v2M19 11v2",
};

/** @param {import("../replay.js").Replay} replay */
export function drawControls(replay) {
  const { t, more } = replay;
  return h(
    "div",
    { class: `replay-controls${more ? " has-more" : ""}`, role: "group", "aria-label": t("replay.controls") },
    drawSlider(replay),
    drawSteps(replay),
    h(
      "div",
      { class: "replay-more", key: "more" },
      drawParts(replay),
      drawEyes(replay),
      h("button", { class: "button little", onclick: () => shareLink(replay) }, t("replay.link")),
      h(
        "button",
        { class: "button little", disabled: replay.seq === replay.last, onclick: () => playOn(replay) },
        t("replay.play_on"),
      ),
    ),
  );
}

/** @param {import("../replay.js").Replay} replay */
function drawSlider(replay) {
  const { t, seq, last } = replay;
  const words = t("replay.position", { seq, last });
  return h(
    "div",
    { class: "replay-slide", key: "slide" },
    h("input", {
      type: "range",
      min: 0,
      max: last,
      value: seq,
      "aria-label": t("replay.slider"),
      "aria-valuetext": words,
      oninput: (/** @type {any} */ event) => replay.jump(Number(event.currentTarget.value)),
    }),
    h("span", { class: "numbers small", "aria-hidden": "true" }, words),
  );
}

/** @param {import("../replay.js").Replay} replay */
function drawSteps(replay) {
  const { t, seq, last, player } = replay;
  const { playing, speed } = player;
  return h(
    "div",
    { class: "replay-steps", key: "steps" },
    signButton(t, "first", { disabled: seq === 0, onclick: () => replay.jump(0) }),
    signButton(t, "back", { disabled: seq === 0, onclick: () => replay.jump(seq - 1) }),
    signButton(t, playing ? "pause" : "play", {
      key: "play",
      class: "button replay-sign lit",
      disabled: seq === last && !playing,
      onclick: () => player.toggle(),
    }),
    signButton(t, "next", { disabled: seq === last, onclick: () => replay.jump(seq + 1) }),
    signButton(t, "last", { disabled: seq === last, onclick: () => replay.jump(last) }),
    h(
      "button",
      { class: "button replay-speed numbers", key: "speed", "aria-label": t("replay.speed", { speed }), onclick: () => player.hurry() },
      `${speed}×`,
    ),
    signButton(t, "more", {
      class: "button replay-sign replay-opener",
      "aria-expanded": replay.more,
      onclick: () => toggleMore(replay),
    }),
  );
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {keyof typeof SIGNS} name
 * @param {any} props
 */
function signButton(t, name, props) {
  const words = t(`replay.${name}`);
  return h(
    "button",
    { key: name, class: "button replay-sign", "aria-label": words, title: words, ...props },
    h(
      "svg",
      { viewBox: "0 0 24 24", width: 22, height: 22, "aria-hidden": "true", focusable: "false" },
      h("path", { d: SIGNS[name] }),
    ),
  );
}

/** @param {import("../replay.js").Replay} replay */
function toggleMore(replay) {
  replay.more = !replay.more;
  replay.draw();
}

/** @param {import("../replay.js").Replay} replay */
function drawParts(replay) {
  const { t, parts, seq } = replay;
  const part = partAt(parts, seq);
  return h(
    "label",
    { class: "replay-choice" },
    h("span", { class: "small" }, t("replay.jump")),
    h(
      "select",
      { onchange: (/** @type {any} */ event) => replay.jump(Number(event.currentTarget.value)) },
      parts.map((one) =>
        h("option", { key: one.seq, value: String(one.seq), selected: one === part }, nameOfPart(replay, one)),
      ),
    ),
  );
}

/**
 * @param {import("../replay.js").Replay} replay
 * @param {import("./parts.js").Part} part
 */
function nameOfPart({ t, game }, { seq, number, named }) {
  if (!named) return t("replay.move", { number: seq });
  const own = `replay.part.${game.key}`;
  return t(has(t, own) ? own : "replay.part", { number });
}

/** @param {import("../replay.js").Replay} replay */
function drawEyes(replay) {
  const { t, table, eyes } = replay;
  const seats = table.seats.map((/** @type {any} */ { seat }) => [String(seat), replay.name(seat)]);
  const choices = [["", t("replay.eyes.spectator")], ["all", t("replay.eyes.all")], ...seats];
  const present = eyes === null ? "" : String(eyes);
  return h(
    "label",
    { class: "replay-choice" },
    h("span", { class: "small" }, t("replay.eyes")),
    h(
      "select",
      { onchange: (/** @type {any} */ event) => replay.look(eyesOf(event.currentTarget.value)) },
      choices.map(([value, words]) => h("option", { key: value, value, selected: value === present }, words)),
    ),
  );
}

/**
 * @param {string} value
 * @returns {import("./steps.js").Eyes}
 */
function eyesOf(value) {
  if (value === "") return null;
  return value === "all" ? "all" : Number(value);
}
