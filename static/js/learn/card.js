// @ts-check
/** The card of a lesson: where one is, what there is to know, what is asked for, and the ways on. */
import { sentenceFor } from "../lib/api.js";
import { h } from "../lib/h.js";
import { toast } from "../lib/page.js";
import { gameName, has } from "../lib/t.js";
import { playWithBots } from "../table/actions.js";

/** @typedef {import("../learn.js").Learning} Learning */
/** @typedef {import("../learn.js").Step} Step */

/** @param {Learning} learning */
export function drawCard(learning) {
  const { t, at, phase, step } = learning;
  return h(
    "section",
    { class: step ? "lesson" : "lesson is-over", key: "lesson", "aria-label": t("lesson.card"), "data-step": at + 1, "data-phase": phase },
    h(
      "div",
      { class: "lesson-said", key: "said" },
      h("div", { class: "lesson-words", key: "words", "aria-live": "polite" }, step ? drawWords(learning) : drawEnd(learning)),
      step ? drawRoom(learning) : null,
    ),
    h("div", { class: "lesson-ways", key: "ways" }, step ? drawWays(learning) : drawWaysOut(learning)),
  );
}

/** @param {Learning} learning */
function drawPlace({ t, at, steps }) {
  return h(
    "div",
    { class: "lesson-place", key: "place" },
    h("span", { class: "small soft numbers" }, t("lesson.place", { number: at + 1, total: steps.length })),
    h(
      "span",
      { class: "lesson-dots", "aria-hidden": "true" },
      steps.map(({ key }, index) => h("span", { key, class: index < at ? "is-done" : index === at ? "is-here" : "" })),
    ),
  );
}

/** What the step says in this phase. @param {Learning} learning */
function drawWords(learning) {
  const { t, at, phase, step, tried } = learning;
  if (!step) return null;
  if (phase === "told") return h("p", { key: `${at}-told`, class: "lesson-told" }, say(learning, step, "told"));
  return [
    tried
      ? h("p", { key: `${at}-else`, class: "lesson-else" }, sayElse(learning, step))
      : h("p", { key: at }, say(learning, step)),
    phase === "play"
      ? h("p", { key: `${at}-look`, class: "soft" }, t("lesson.look"))
      : step.move && h("p", { key: `${at}-ask`, class: "lesson-ask" }, say(learning, step, "ask")),
  ];
}

/**
 * All that the lesson says anywhere, unseen, one on the other behind what it says now: the card is
 * as high as the longest, so that no step moves the board, in whatever language and type.
 * @param {Learning} learning
 */
function drawRoom(learning) {
  return learning.steps.flatMap((step) => {
    const asked = step.move ? say(learning, step, "ask") : learning.t("lesson.look");
    const ask = step.frames.length > 0 && h("p", { class: step.move ? "lesson-asks" : "" }, asked);
    return [
      drawUnseen(`${step.key}-ask`, h("p", null, say(learning, step)), ask),
      step.move && drawUnseen(`${step.key}-else`, h("p", { class: "lesson-elses" }, sayElse(learning, step)), ask),
      step.frames.length > 0 && drawUnseen(`${step.key}-told`, h("p", null, say(learning, step, "told"))),
    ];
  });
}

/**
 * @param {string} key
 * @param {...any} words
 */
function drawUnseen(key, ...words) {
  return h("div", { key, class: "lesson-words is-unseen", "aria-hidden": "true" }, ...words);
}

/** @param {Learning} learning */
function drawEnd(learning) {
  const { t, game } = learning;
  return [
    h("h2", { key: "title" }, t("lesson.end", { game: gameName(t, game) })),
    h("p", { key: "end" }, t(`lesson.${game.key}.end`, namesIn(learning))),
  ];
}

/**
 * @param {Learning} learning
 * @param {Step} step
 * @param {string} [part]
 */
function keyOf({ game }, step, part) {
  return `lesson.${game.key}.${step.key}${part ? `.${part}` : ""}`;
}

/**
 * @param {Learning} learning
 * @param {Step} step
 * @param {string} [part]
 */
function say(learning, step, part) {
  return learning.t(keyOf(learning, step, part), namesIn(learning));
}

/**
 * That something else was tried which the rules allow too.
 * @param {Learning} learning
 * @param {Step} step
 */
function sayElse(learning, step) {
  return has(learning.t, keyOf(learning, step, "else")) ? say(learning, step, "else") : learning.t("lesson.else");
}

/** The others, as a lesson calls them: clockwise from the learner. @param {Learning} learning */
function namesIn(learning) {
  const others = ["a", "b", "c"].slice(0, learning.seats - 1);
  return Object.fromEntries(others.map((place, index) => [place, learning.name(index + 1)]));
}

/** @param {Learning} learning */
function drawWays(learning) {
  const { t, at, phase, step } = learning;
  const asked = phase === "ask" && Boolean(step?.move);
  const watch = phase === "ask" && !step?.move && Boolean(step?.frames.length);
  const words = asked ? "lesson.show" : watch ? "lesson.watch" : "lesson.next";
  const go = () => (asked || watch ? learning.play() : learning.goOn());
  return [
    h("button", { key: "back", type: "button", class: "button lesson-back", disabled: at === 0, onclick: () => learning.goTo(at - 1) }, t("lesson.back")),
    drawPlace(learning),
    h("button", { key: "go", type: "button", class: `button lesson-go${asked ? "" : " lit"}`, onclick: go }, t(words)),
  ];
}

/** @param {Learning} learning */
function drawWaysOut(learning) {
  const { t, game } = learning;
  const again = h("button", { key: "again", type: "button", class: "button", onclick: () => learning.goTo(0) }, t("lesson.again"));
  const rules = h("a", { key: "rules", class: "button", href: `/rules/${game.key}` }, t("lobby.rules"));
  if (game.resting) return [again, rules];
  return [
    h("button", { key: "play", type: "button", class: "button lesson-go lit", disabled: learning.leaving, onclick: () => playNow(learning) }, t("lobby.play")),
    again,
    rules,
  ];
}

/** One match, however often it is pressed. @param {Learning} learning */
async function playNow(learning) {
  const { t, game } = learning;
  if (learning.leaving) return;
  learning.leave(true);
  try {
    location.assign(await playWithBots({ game: game.key, seats: game.seats.default, levels: game.bots }));
  } catch (problem) {
    toast(sentenceFor(t, problem));
    learning.leave(false);
  }
}
