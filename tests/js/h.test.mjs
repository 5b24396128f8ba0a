// What needs no page; drawing itself is tested in a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { clothOf, hashOf, stool } from "../../static/js/lib/avatar.js";
import { seatStool } from "../../static/js/table/context.js";
import { h } from "../../static/js/lib/h.js";
import { commandFor, isLoopback } from "../../static/js/table/invite.js";
import { othersFrom } from "../../static/js/table/seats.js";

test("children are flattened; nothing and booleans are left out, numbers are texts", () => {
  const vnode = h("p", null, "a", null, [1, [undefined, "b"]], false, true, 0);
  assert.deepEqual(vnode.children, ["a", "1", "b", "0"]);
});

test("the key is no prop", () => {
  assert.deepEqual(h("li", { key: 7, class: "x" }), {
    tag: "li",
    key: 7,
    props: { class: "x" },
    children: [],
  });
});

test("a function is called with its props and children, and its key stays outside", () => {
  const Card = ({ value, children }) => h("b", { title: value }, children);
  assert.deepEqual(h(Card, { key: "c", value: "17" }, "x"), {
    tag: "b",
    key: "c",
    props: { title: "17" },
    children: ["x"],
  });
});

test("a stool is the same for the same id, and differs between many", () => {
  assert.deepEqual(stool("ada", 40), stool("ada", 40));
  const looks = new Set(
    Array.from({ length: 2000 }, (_, index) => JSON.stringify(stool(`player ${index}`, 40))),
  );
  assert.equal(looks.size, 8 * 6);
  assert.equal(hashOf(""), 0x811c9dc5);
});

test("the others sit clockwise from my left; a spectator sees all", () => {
  assert.deepEqual(othersFrom(4, 1), [2, 3, 0]);
  assert.deepEqual(othersFrom(4, null), [0, 1, 2, 3]);
  assert.deepEqual(othersFrom(2, 1), [0]);
});

test("loopback names are known, a home network's are not", () => {
  for (const name of ["localhost", "kitchen.localhost", "127.0.0.1", "127.1.2.3", "[::1]"])
    assert.equal(isLoopback(name), true);
  for (const name of ["192.168.1.7", "kitchen.local", "127.example.org", "notlocalhost"])
    assert.equal(isLoopback(name), false);
});

test("the command for a home network keeps the port that the house has", () => {
  assert.equal(commandFor("http://localhost:8000/t/x"), "python3 -m app --host 0.0.0.0");
  assert.equal(commandFor("http://127.0.0.1:8017/t/x"), "python3 -m app --host 0.0.0.0 --port 8017");
});

test("bots take colours that nobody at the table has, while there are enough", () => {
  for (let game = 0; game < 200; game += 1) {
    const people = [0, 1, 2].map((seat) => ({ player: { id: `player ${game} ${seat}` }, bot: null }));
    const bots = [0, 1, 2].map(() => ({ player: null, bot: "normal" }));
    const table = { id: `table ${game}`, seats: [...people, ...bots, { player: null, bot: null }] };
    const fills = [3, 4, 5].map((seat) => seatStool(table, seat, 20).children[1].props.fill);
    const worn = people.map(({ player }) => stool(player.id, 20).children[1].props.fill);
    assert.equal(new Set(fills).size, 3);
    assert.deepEqual(fills.filter((fill) => worn.includes(fill)), []);
    assert.equal(seatStool(table, 3, 20), seatStool(table, 3, 20));
  }
  const many = { id: "many", seats: Array.from({ length: 10 }, () => ({ player: null, bot: "easy" })) };
  assert.equal(new Set(many.seats.map((_, seat) => seatStool(many, seat, 20).children[1].props.fill)).size, 8);
  assert.equal(clothOf("ada"), clothOf("ada"));
});
