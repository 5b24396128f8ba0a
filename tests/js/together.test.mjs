// What parts of a page belong together because something goes from one of them to another.
import assert from "node:assert/strict";
import { test } from "node:test";

import { h } from "../../static/js/lib/h.js";
import { Together } from "../../static/js/lib/together.js";

/** A part with things of these names in it, as far as a page is asked for it. */
function partWith(...names) {
  const named = (name) => ({ getAttribute: (which) => (which === "data-flip" ? name : null) });
  return { getAttribute: () => null, querySelectorAll: () => names.map(named), closest: () => null };
}

const holding = (part, ...names) => h("div", { part }, ...names.map((name) => h("i", { "data-flip": name })));

test("who gives and who takes is one group, and another pair is another", () => {
  const [hand, cloth, deck, shelf, still] = [partWith("c1"), partWith(), partWith("o7"), partWith(), partWith("x")];
  const together = new Together(new Map([
    [hand, holding(true)], [cloth, holding(true, "c1")],
    [deck, holding(true)], [shelf, holding(true, "o7")], [still, holding(true, "x")],
  ]));
  assert.equal(together.of(hand, true), together.of(cloth, true));
  assert.equal(together.of(deck, true), together.of(shelf, true));
  assert.notEqual(together.of(hand, true), together.of(deck, true));
  assert.notEqual(together.of(still, true), together.of(hand, true));
  assert.notEqual(together.of(still, true), together.of(deck, true));
});

test("what a part gives to two others makes one group of the three, and of all of their name", () => {
  const [hand, left, right, alike] = [partWith("c1", "c2"), partWith(), partWith(), partWith()];
  const together = new Together(new Map([
    [hand, holding(true)], [left, holding(true, "c1")], [right, holding("fists", "c2")], [alike, holding("fists")],
  ]));
  const groups = [together.of(hand, true), together.of(left, true), together.of(right, "fists"), together.of(alike, "fists")];
  assert.equal(new Set(groups).size, 1);
});

test("where nothing goes over, only a name makes parts belong together, also for those met later", () => {
  const [one, other, later] = [partWith("c1"), partWith("c2"), partWith()];
  const together = new Together(new Map([[one, holding(true, "c1")], [other, holding("fists")]]));
  assert.notEqual(together.of(one, true), together.of(other, "fists"));
  assert.equal(together.of(later, "fists"), together.of(other, "fists"));
  assert.equal(together.of(later, true), later);
});
