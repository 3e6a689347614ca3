import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { buildChainStart, canonicalize, chainHash, extendChain } from "./chain.ts";
import type { Operation } from "./messages.ts";

test("the canonical form is that of RFC 8785, sections 3.2.2 and 3.2.3", () => {
  assert.equal(
    canonicalize({
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27],
      string: "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"/",
      literals: [null, true, false],
    }),
    `{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA'B\\"\\\\\\\\\\"/"}`,
  );
  const sorted = ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\ud83d\ude00", "\ufb33"];
  const members = Object.fromEntries([...sorted].reverse().map((name) => [name, 0]));
  assert.deepEqual(
    Object.keys(JSON.parse(canonicalize(members))).filter((name) => name !== "1"),
    sorted.filter((name) => name !== "1"),
  );
  assert.equal(canonicalize({ a: undefined, b: 1 }), '{"b":1}');
  assert.throws(() => canonicalize(Number.NaN));
});

test("a hash covers the one before it and the entry, whatever the order of its members", () => {
  const start = buildChainStart(7, 1);
  const digest = createHash("sha256")
    .update(Buffer.from(start, "hex"))
    .update('{"a":1,"b":[2]}')
    .digest("hex");
  assert.equal(chainHash(start, { b: [2], a: 1 }), digest);
  assert.notEqual(start, buildChainStart(7, 2));
});

test("an operation that is changed, missing or moved changes the head", () => {
  const operations: Operation[] = [1, 2, 3].map((seq) => ({
    seq,
    action: "power_lost",
    occurred_at: "2026-11-28T12:00:00.000Z",
    result: "ok",
  }));
  const start = buildChainStart(7, 1);
  const head = extendChain(start, operations);
  assert.equal(extendChain(extendChain(start, operations.slice(0, 1)), operations.slice(1)), head);
  const [one, two, three] = operations as [Operation, Operation, Operation];
  for (const changed of [
    [one, three, two],
    [one, three],
    [one, two, { ...three, result: "failed" as const }],
  ])
    assert.notEqual(extendChain(start, changed), head);
});
