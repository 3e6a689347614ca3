import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ActorProvider } from "./actor.ts";
import { buckets } from "./limit.ts";
import { Refusal } from "./refusal.ts";

const declared = { name: "reads", per_s: 10, burst: 3 };
const nobody = { account_id: null, provider: null };
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

describe("a limit", () => {
  test("lets a burst in, then one as often as it says, and tells what is left", () => {
    const counted = buckets({});
    const left = [1, 2, 3].map(() => counted.take(declared, from("192.0.2.1"), at(0))["ratelimit-remaining"]);
    assert.deepEqual(left, ["2", "1", "0"]);
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

  test("counts addresses, accounts and providers apart, and buckets of other names", () => {
    const counted = buckets({});
    for (let call = 0; call < 3; call += 1) counted.take(declared, from("192.0.2.1"), at(0));
    refused(() => counted.take(declared, from("192.0.2.1"), at(0)));
    counted.take(declared, from("192.0.2.2"), at(0));
    counted.take(declared, { actor: { account_id: 7, provider: null }, address: "192.0.2.1" }, at(0));
    counted.take({ ...declared, name: "writes" }, from("192.0.2.1"), at(0));
  });

  test("of a provider can be looked at by its key alone, which uses nothing up", () => {
    const counted = buckets({});
    const provider = { id: 1, key: "pk_1", limit: { per_s: 1, burst: 2 } } as ActorProvider;
    const take = (ms: number) =>
      counted.take(declared, { actor: { account_id: null, provider }, address: "192.0.2.1" }, at(ms));
    for (let look = 0; look < 5; look += 1) counted.look(declared, "pk_1", at(0));
    assert.equal(take(0)["ratelimit-remaining"], "1");
    take(0);
    const looked = refused(() => counted.look(declared, "pk_1", at(999)));
    const taken = refused(() => take(999));
    assert.deepEqual(looked, taken, "the same refusal, under the limit of the key");
    counted.look(declared, "pk_2", at(999));
    counted.look({ ...declared, name: "writes" }, "pk_1", at(999));
    counted.look(declared, "pk_1", at(1000));
    assert.equal(take(1000)["ratelimit-remaining"], "0");
  });

  test("is what the configuration says, and none at all where that is null", () => {
    const wide = buckets({ reads: { per_s: 1, burst: 5 } });
    for (let call = 0; call < 5; call += 1) wide.take(declared, from("192.0.2.1"), at(0));
    refused(() => wide.take(declared, from("192.0.2.1"), at(0)));
    const off = buckets(null);
    for (let call = 0; call < 100; call += 1)
      assert.deepEqual(off.take(declared, from("192.0.2.1"), at(0)), {});
  });

  test("refills nothing when the clock goes back", () => {
    const counted = buckets({});
    for (let call = 0; call < 3; call += 1) counted.take(declared, from("192.0.2.1"), at(5000));
    refused(() => counted.take(declared, from("192.0.2.1"), at(0)));
  });
});
