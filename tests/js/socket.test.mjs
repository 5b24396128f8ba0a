import assert from "node:assert/strict";
import { test } from "node:test";
import { Connection, waitBefore } from "../../static/js/lib/socket.js";

/** A connection over hand-made wires; `wires.at(-1)` is the present one. */
function connect() {
  const wires = [];
  const statuses = [];
  const messages = [];
  const connection = new Connection({
    address: () => "ws://table/live",
    onMessage: (message) => messages.push(message),
    onStatus: (status) => statuses.push(status),
    open: () => {
      const wire = {
        sent: [],
        readyState: 1,
        send: (text) => wire.sent.push(JSON.parse(text)),
        close: () => {},
      };
      wires.push(wire);
      return wire;
    },
  });
  connection.start();
  const hear = (message) => wires.at(-1).onmessage({ data: JSON.stringify(message) });
  return { connection, wires, statuses, messages, hear };
}

test("waiting grows, is capped, and is never the same for all", () => {
  assert.deepEqual(
    [0, 1, 2].map((tries) => waitBefore(tries, () => 1)),
    [500, 1000, 2000],
  );
  assert.equal(
    waitBefore(1000, () => 1),
    20_000,
  );
  assert.equal(
    waitBefore(0, () => 0),
    250,
  );
});

test("tries never stop", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { wires } = connect();
  for (let minute = 0; minute < 60; minute += 1) {
    wires.at(-1).onclose();
    context.mock.timers.tick(20_000);
  }
  assert.equal(wires.length, 61);
});

test("what was not answered is sent again with the same ref, what was answered is not", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { connection, wires, hear } = connect();
  hear({ type: "state" });
  const answered = connection.send({ type: "move", seq: 1 });
  hear({ type: "ok", ref: wires[0].sent[0].ref, seq: 2 });
  assert.deepEqual((await answered).seq, 2);
  connection.send({ type: "move", seq: 2 });
  const [, lost] = wires[0].sent;
  wires[0].onclose();
  context.mock.timers.tick(20_000);
  assert.deepEqual(wires[1].sent, []);
  hear({ type: "state" });
  assert.deepEqual(wires[1].sent, [lost]);
});

test("an undo whose answer was lost is asked again with its ref, not as another", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { connection, wires, hear } = connect();
  hear({ type: "state" });
  const asked = connection.send({ type: "undo", seq: 5 });
  const [undo] = wires[0].sent;
  assert.deepEqual({ ...undo, ref: null }, { type: "undo", seq: 5, ref: null });
  for (let lost = 0; lost < 3; lost += 1) {
    wires.at(-1).onclose();
    context.mock.timers.tick(20_000);
    hear({ type: "move", seq: 6, undo: 5 });
    assert.deepEqual(wires.at(-1).sent, [undo]);
  }
  hear({ type: "ok", ref: undo.ref, seq: 6 });
  assert.equal((await asked).seq, 6);
  wires.at(-1).onclose();
  context.mock.timers.tick(20_000);
  hear({ type: "state" });
  assert.deepEqual(wires.at(-1).sent, []);
});

test("an answer settles its own message only", async () => {
  const { connection, wires, hear } = connect();
  hear({ type: "state" });
  const first = connection.send({ type: "chat" });
  const second = connection.send({ type: "move" });
  const [one, two] = wires[0].sent;
  assert.notEqual(one.ref, two.ref);
  hear({ type: "error", ref: two.ref, error: { code: "stale" } });
  hear({ type: "ok", ref: one.ref, seq: 3 });
  assert.equal((await second).error.code, "stale");
  assert.equal((await first).seq, 3);
  connection.ended = "test over";
  clearTimeout(connection.heart);
});

for (const reason of ["closed", "replaced"]) {
  test(`after bye: ${reason} it does not come back`, (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const { wires, statuses, hear, connection } = connect();
    hear({ type: "bye", reason });
    context.mock.timers.tick(100_000);
    connection.wake();
    assert.equal(wires.length, 1);
    assert.equal(statuses.at(-1), "ended");
  });
}

test("after bye: restarting it comes back", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { wires, hear } = connect();
  hear({ type: "state" });
  hear({ type: "bye", reason: "restarting" });
  wires[0].onclose();
  context.mock.timers.tick(500);
  assert.equal(wires.length, 2);
});

test("waking up tries at once, however long the wait was", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { connection, wires } = connect();
  wires[0].onclose();
  connection.wake();
  assert.equal(wires.length, 2);
});

test("a wire that gives no sign of life is replaced", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { wires, hear } = connect();
  hear({ type: "state" });
  context.mock.timers.tick(25_000);
  assert.equal(wires[0].sent[0].type, "ping");
  context.mock.timers.tick(10_000);
  assert.equal(wires.length, 2);
});

test("a wire that was given up is not listened to", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { connection, wires, messages } = connect();
  connection.restart();
  wires[0].onmessage({ data: JSON.stringify({ type: "state" }) });
  assert.deepEqual(messages, []);
});
