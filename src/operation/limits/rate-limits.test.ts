import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ActorPartner } from "../caller/actor.ts";
import { Refusal } from "../define/refusal.ts";
import { createRateLimits } from "./rate-limits.ts";

const declared = { name: "reads", per_s: 10, burst: 3 };
const nobody = { account_id: null, partner: null };
const from = (address: string) => ({ actor: nobody, address });
const at = (ms: number) => new Date(1_800_000_000_000 + ms);

function refused(work: () => unknown): Refusal {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error;
  }
  throw new Error("It was admitted.");
}

describe("a rate limit", () => {
  test("allows a burst, then one call per interval, and returns what is left", () => {
    const counted = createRateLimits({});
    const remaining_calls = [1, 2, 3].map(
      () => counted.take(declared, from("192.0.2.1"), at(0))["ratelimit-remaining"],
    );
    assert.deepEqual(remaining_calls, ["2", "1", "0"]);
    const refusal = refused(() => counted.take(declared, from("192.0.2.1"), at(99)));
    assert.equal(refusal.status, 429);
    assert.equal(refusal.error_code, "RATE_LIMITED");
    assert.equal(refusal.headers["retry-after"], "1");
    assert.equal(refusal.headers["ratelimit-remaining"], "0");
    assert.equal(
      counted.take(declared, from("192.0.2.1"), at(100))["ratelimit-remaining"],
      "0",
      "what was refused is not counted",
    );
    assert.equal(counted.take(declared, from("192.0.2.1"), at(10_000))["ratelimit-remaining"], "2");
  });

  test("keeps the counts of every caller while others call", () => {
    const counted = createRateLimits({});
    const addresses = Array.from({ length: 50 }, (_, n) => `192.0.2.${n}`);
    for (let call = 0; call < 3; call += 1)
      for (const address of addresses) counted.take(declared, from(address), at(0));
    for (const address of addresses) refused(() => counted.take(declared, from(address), at(0)));
  });

  test("counts addresses, accounts and providers separately, and each named bucket", () => {
    const counted = createRateLimits({});
    for (let call = 0; call < 3; call += 1) counted.take(declared, from("192.0.2.1"), at(0));
    refused(() => counted.take(declared, from("192.0.2.1"), at(0)));
    counted.take(declared, from("192.0.2.2"), at(0));
    counted.take(declared, { actor: { account_id: 7, partner: null }, address: "192.0.2.1" }, at(0));
    counted.take({ ...declared, name: "writes" }, from("192.0.2.1"), at(0));
  });

  test("of a provider can be checked by its key alone without counting a call", () => {
    const counted = createRateLimits({});
    const partner = { id: 1, key_id: "pk_1", limit: { per_s: 1, burst: 2 } } as ActorPartner;
    const take = (ms: number) =>
      counted.take(declared, { actor: { account_id: null, partner }, address: "192.0.2.1" }, at(ms));
    for (let look = 0; look < 5; look += 1) counted.look(declared, "pk_1", at(0));
    assert.equal(take(0)["ratelimit-remaining"], "1");
    take(0);
    const looked = refused(() => counted.look(declared, "pk_1", at(999)));
    const refusal = refused(() => take(999));
    assert.deepEqual(looked, refusal, "the same refusal, under the limit of the key");
    counted.look(declared, "pk_2", at(999));
    counted.look({ ...declared, name: "writes" }, "pk_1", at(999));
    counted.look(declared, "pk_1", at(1000));
    assert.equal(take(1000)["ratelimit-remaining"], "0");
  });

  test("comes from the configuration, and is off when that is null", () => {
    const wide = createRateLimits({ reads: { per_s: 1, burst: 5 } });
    for (let call = 0; call < 5; call += 1) wide.take(declared, from("192.0.2.1"), at(0));
    refused(() => wide.take(declared, from("192.0.2.1"), at(0)));
    const off = createRateLimits(null);
    for (let call = 0; call < 100; call += 1)
      assert.deepEqual(off.take(declared, from("192.0.2.1"), at(0)), {});
  });

  test("is not refilled when the clock goes back", () => {
    const counted = createRateLimits({});
    for (let call = 0; call < 3; call += 1) counted.take(declared, from("192.0.2.1"), at(5000));
    refused(() => counted.take(declared, from("192.0.2.1"), at(0)));
  });
});
