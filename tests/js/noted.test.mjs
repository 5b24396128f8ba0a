// What a browser wrote down is only a help: whatever stands there, the page goes on.
import assert from "node:assert/strict";
import { test } from "node:test";

import { note, noted } from "../../static/js/lib/noted.js";

for (const text of ["null", "7", '"words"', "[]", "{", ""]) {
  test(`nothing is noted in ${JSON.stringify(text)}, and something can be`, () => {
    let kept = text;
    globalThis.localStorage = { getItem: () => kept, setItem: (_, value) => (kept = value) };
    assert.deepEqual(noted("t"), {});
    note("t", { commitment: "c" });
    assert.deepEqual(noted("t"), { commitment: "c" });
  });
}
