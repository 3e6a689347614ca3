import assert from "node:assert/strict";
import { createHmac, hkdfSync } from "node:crypto";
import { test } from "node:test";
import { buildCode, deriveSecret, findCounter, findResynchronisedCounter } from "./codes.ts";

/** RFC 4226, appendix D. */
const RFC_SECRET = new TextEncoder().encode("12345678901234567890");
const RFC_DECIMALS = [
  1284755224, 1094287082, 137359152, 1726969429, 1640338314, 868254676, 1918287922, 82162583, 673399871,
  645520489,
];

test("codes are those of RFC 4226, appendix D, with 6 digits and with 8", () => {
  for (const [counter, decimal] of RFC_DECIMALS.entries()) {
    assert.equal(buildCode(RFC_SECRET, counter, 6), String(decimal).slice(-6), `counter ${counter}`);
    assert.equal(buildCode(RFC_SECRET, counter), String(decimal).padStart(10, "0").slice(-8));
  }
});

test("counters beyond 32 bits are hashed whole", () => {
  const counter = 2 ** 40 + 7;
  const moving_factor = Buffer.alloc(8);
  moving_factor.writeBigUInt64BE(BigInt(counter));
  const digest = createHmac("sha1", RFC_SECRET).update(moving_factor).digest();
  const truncated = digest.readUInt32BE(digest[19]! & 15) & 0x7fffffff;
  assert.equal(buildCode(RFC_SECRET, counter), String(truncated % 1e8).padStart(8, "0"));
});

test("each compartment and use has a secret of its own, as HKDF of RFC 5869 derives it", () => {
  const code_secret = Uint8Array.from({ length: 32 }, (_, at) => at);
  const info = "packhorse-locker/1/B-07/collect";
  assert.deepEqual(
    deriveSecret(code_secret, "B-07", "collect"),
    new Uint8Array(hkdfSync("sha256", code_secret, "", info, 32)),
  );
  assert.notDeepEqual(
    deriveSecret(code_secret, "B-07", "collect"),
    deriveSecret(code_secret, "B-07", "deposit"),
  );
});

test("a code is accepted up to ten counters ahead, and not below the next counter", () => {
  for (const [counter, accepted] of [
    [4, undefined],
    [5, 5],
    [15, 15],
    [16, undefined],
  ] as const)
    assert.equal(findCounter(RFC_SECRET, buildCode(RFC_SECRET, counter), 5), accepted, `counter ${counter}`);
  for (const text of ["", "1", "123456789", "ABCDEFGH", `${buildCode(RFC_SECRET, 5)} `])
    assert.equal(findCounter(RFC_SECRET, text, 5), undefined, text);
});

test("two consecutive codes resynchronise a device that missed more than it looks ahead", () => {
  const codes = (first: number, second: number) =>
    [buildCode(RFC_SECRET, first), buildCode(RFC_SECRET, second)] as const;
  assert.equal(findResynchronisedCounter(RFC_SECRET, codes(400, 401), 5), 401);
  assert.equal(findResynchronisedCounter(RFC_SECRET, codes(401, 400), 5), undefined);
  assert.equal(findResynchronisedCounter(RFC_SECRET, codes(400, 402), 5), undefined);
  assert.equal(findResynchronisedCounter(RFC_SECRET, codes(1100, 1101), 5), undefined);
  assert.equal(findResynchronisedCounter(RFC_SECRET, codes(3, 4), 5), undefined);
});
