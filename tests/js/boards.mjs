// What the boards' tests share: the context as the table page gives it, and a look at a drawing.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { h } from "../../static/js/lib/h.js";
import { makeT } from "../../static/js/lib/t.js";

const WORDS = JSON.parse(readFileSync(new URL("../../static/locales/en.json", import.meta.url), "utf8"));
export const NAMES = ["Ada", "Bo", "Cleo", "Dag", "Edda", "Finn", "Greta", "Hal", "Ines", "Jo"];

/** A context as the page gives it; a key without words fails. */
export function contextOf({ seat = 0, legal = [], pending = null, ui = {} } = {}) {
  const words = makeT("en", WORDS);
  const played = [];
  return {
    t: (key, parameters) => {
      assert.ok(key in WORDS, `no words for ${key}`);
      const text = words(key, parameters);
      assert.doesNotMatch(text, /\{[a-z_]+\}|undefined|null/, key);
      return text;
    },
    h,
    table: {},
    seat,
    legal,
    pending,
    played,
    act: (move) => played.push(move),
    name: (other) => NAMES[other],
    avatar: () => h("svg", null),
    person: (other) => h("div", { class: "seat" }, NAMES[other]),
    events: [],
    ui,
    update: () => {},
    rules: () => {},
  };
}

function* nodesOf(node) {
  if (typeof node === "string") return;
  yield node;
  for (const child of node.children) yield* nodesOf(child);
}

const all = (tree, tag) => [...nodesOf(tree)].filter((node) => node.tag === tag);
export const classed = (tree, name) =>
  [...nodesOf(tree)].filter((node) => String(node.props.class ?? "").split(" ").includes(name));

/** What is wrong with the keys and names of a drawing. */
export function checkDrawing(tree) {
  for (const node of nodesOf(tree)) {
    const keys = node.children.filter((child) => child.key != null).map((child) => child.key);
    assert.equal(new Set(keys).size, keys.length, `keys repeat under ${node.props.class}`);
    assert.doesNotMatch(JSON.stringify(node.props.class ?? ""), /undefined|NaN/);
  }
  const flips = [...nodesOf(tree)].map((node) => node.props["data-flip"]).filter(Boolean);
  assert.equal(new Set(flips).size, flips.length, "two things travel under one name");
  for (const button of all(tree, "button")) {
    const texts = [...nodesOf(button)].flatMap((node) => node.children).filter((child) => typeof child === "string");
    assert.ok(button.props["aria-label"] || texts.join(""), "a button without a name");
    assert.equal(button.props.type, "button");
  }
}

/** Every scene can be drawn and told, and offers nothing. */
export function checkScenes(game, scenes) {
  for (const { view, ms } of scenes) {
    const context = contextOf();
    checkDrawing(game.render(view, context));
    assert.ok(game.sentence(view, context));
    assert.equal(ms > 0, Boolean(view.scene));
  }
}
