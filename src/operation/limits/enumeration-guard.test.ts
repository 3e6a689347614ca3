import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "../define/refusal.ts";
import { createEnumerationGuard, getNetworkPrefix, UNKNOWN_IDS_MAX, WINDOW_MS } from "./enumeration-guard.ts";

const start = new Date("2026-11-20T12:00:00Z");
const anonymousAt = (address: string) => ({ actor: { account_id: null }, address });
type Guard = ReturnType<typeof createEnumerationGuard>;
type Caller = ReturnType<typeof anonymousAt>;
const isRefused = (guard: Guard, caller: Caller, now = start, requested: readonly string[] = ["NEW1"]) => {
  try {
    guard.admit(caller, requested, now);
    return false;
  } catch (error) {
    assert.ok(error instanceof Refusal);
    assert.equal(error.status, 429);
    return true;
  }
};
const range = (count: number, name = "N") =>
  Array.from({ length: count }, (_none, index) => `${name}${index}`);
/** A caller learns, one by one, that these are unknown. */
function miss(guard: Guard, caller: Caller, ids: readonly string[], now = start): void {
  for (const id of ids) guard.count(caller, { requested: [id], unknown: [id] }, now);
}
const REFILL_MS = WINDOW_MS / UNKNOWN_IDS_MAX;
const after = (ms: number) => new Date(start.getTime() + ms);

test("an address that requested too many unknown ids waits until one more is refilled", () => {
  const guard = createEnumerationGuard();
  const caller = anonymousAt("192.0.2.1");
  miss(guard, caller, range(UNKNOWN_IDS_MAX - 1));
  assert.equal(isRefused(guard, caller), false);
  miss(guard, caller, ["LAST"]);
  assert.equal(isRefused(guard, caller), true);
  assert.equal(isRefused(guard, anonymousAt("::ffff:192.0.2.1")), true);
  assert.equal(isRefused(guard, anonymousAt("192.0.2.2")), false);
  assert.equal(isRefused(guard, caller, after(REFILL_MS - 1)), true);
  assert.equal(isRefused(guard, caller, after(REFILL_MS)), false);
  miss(guard, caller, ["NEXT"], after(REFILL_MS));
  assert.equal(isRefused(guard, caller, after(REFILL_MS)), true);
  const refilled_at = after(REFILL_MS + WINDOW_MS);
  miss(guard, caller, range(UNKNOWN_IDS_MAX - 1, "W"), refilled_at);
  assert.equal(isRefused(guard, caller, refilled_at), false, "in a window as many as at first");
});

/** What a caller asked before, unknown unless it starts with K, and whether it may ask for these numbers then. */
for (const [what, before, requested, refused] of [
  ["a new number after two lists", [range(100), range(100, "O")], ["K1"], false],
  ["a new list after two lists", [range(100), range(100, "O")], ["K1", "K2"], true],
  ["the same list after two lists", [range(100), range(100, "O")], range(100), false],
  ["the same list with one new number", [range(100), range(100, "O")], [...range(99), "K1"], true],
  ["a list that repeats one list", [range(100), range(100)], ["K1", "K2"], false],
  ["a list after many repeats", [range(100), ...Array(9).fill(range(100))], ["K1", "K2"], false],
  ["a list of found numbers", [["K1", "K2"], range(100), range(100, "O")], ["K2", "K1"], false],
  ["a found number, written otherwise", [["K1"], ...range(200).map((id) => [id])], [" k1 "], false],
  ["a new number after 200 numbers", range(200).map((id) => [id]), ["K1"], true],
  ["an unknown number again after 200", range(200).map((id) => [id]), ["N7"], false],
  ["a list after 200 numbers", range(200).map((id) => [id]), ["K1", "K2"], false],
  ["a new number after one number 300 times", Array(300).fill(["N1"]), ["K1"], false],
  ["anything after 10,000 found ones", [range(5000, "K"), range(5000, "KO")], range(9, "NEW"), false],
] as [string, string[][], string[], boolean][])
  test(`${what} is ${refused ? "refused" : "answered"}`, () => {
    const guard = createEnumerationGuard();
    const caller = anonymousAt("192.0.2.1");
    for (const ids of before)
      guard.count(caller, { requested: ids, unknown: ids.filter((id) => !id.startsWith("K")) }, start);
    assert.equal(isRefused(guard, caller, start, requested), refused);
  });

test("what one caller was told opens nothing for another", () => {
  const guard = createEnumerationGuard();
  guard.count(anonymousAt("192.0.2.1"), { requested: ["K1"], unknown: [] }, start);
  miss(guard, anonymousAt("192.0.2.2"), range(UNKNOWN_IDS_MAX));
  assert.equal(isRefused(guard, anonymousAt("192.0.2.2"), start, ["K1"]), true);
});

test("the unknown ids of every caller count while others call", () => {
  const guard = createEnumerationGuard();
  const addresses = Array.from({ length: 50 }, (_, n) => `192.0.2.${n}`);
  for (const address of addresses) miss(guard, anonymousAt(address), range(UNKNOWN_IDS_MAX));
  for (const address of addresses) assert.equal(isRefused(guard, anonymousAt(address)), true, address);
});

test("addresses of one IPv6 network count as one caller, in every notation", () => {
  const guard = createEnumerationGuard();
  miss(guard, anonymousAt("2001:db8:0:1::5"), range(UNKNOWN_IDS_MAX));
  for (const address of ["2001:db8:0:1:ffff::1", "2001:0DB8::1:0:0:0:9", "2001:db8:0:1:1:2:3:4"])
    assert.equal(isRefused(guard, anonymousAt(address)), true, address);
  for (const address of ["2001:db8:0:2::5", "2001:db8::5", "::1"])
    assert.equal(isRefused(guard, anonymousAt(address)), false, address);
});

test("an IPv4 address counts as one caller, in every IPv6 notation", () => {
  for (const address of [
    "1.2.3.4",
    "::ffff:1.2.3.4",
    "::FFFF:102:304",
    "::ffff:0102:0304",
    "0:0:0:0:0:ffff:1.2.3.4",
    "0::ffff:102:304%eth0",
    "64:ff9b::102:304",
    "64:ff9b::1.2.3.4",
    "0064:FF9B:0:0:0:0:1.2.3.4",
  ])
    assert.equal(getNetworkPrefix(address), "1.2.3.4", address);
  assert.equal(getNetworkPrefix("::ffff:ffff:fffe"), "255.255.255.254");
});

test("addresses that are not IPv4-mapped stay IPv6, and text that is not an address is unchanged", () => {
  for (const [address, network] of [
    ["::1", "0:0:0:0"],
    ["::", "0:0:0:0"],
    ["::1.2.3.4", "0:0:0:0"],
    ["::ffff:0:1.2.3.4", "0:0:0:0"],
    ["::fffe:102:304", "0:0:0:0"],
    ["64:ff9b:1::102:304", "64:ff9b:1:0"],
    ["2001:db8::ffff:102:304", "2001:db8:0:0"],
    ["2001:db8:a:b:c:d:1.2.3.4", "2001:db8:a:b"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["unknown", "unknown"],
  ] as const)
    assert.equal(getNetworkPrefix(address), network, address);
});

test("a signed-in caller is guard by account, not by a shared address", () => {
  const guard = createEnumerationGuard();
  const unknown = range(UNKNOWN_IDS_MAX);
  const by_account = { actor: { account_id: 7 }, address: "192.0.2.1" };
  for (const id of unknown) guard.count(by_account, { requested: [id], unknown: [id] }, start);
  assert.equal(isRefused(guard, anonymousAt("192.0.2.1")), false);
  assert.throws(
    () => guard.admit({ actor: { account_id: 7 }, address: "192.0.2.9" }, ["NEW1"], start),
    Refusal,
  );
});

test("the number of remembered callers is bounded", () => {
  const guard = createEnumerationGuard();
  miss(guard, anonymousAt("first"), range(UNKNOWN_IDS_MAX));
  for (let index = 0; index < 10_000; index += 1) miss(guard, anonymousAt(`other-${index}`), ["N"]);
  assert.equal(isRefused(guard, anonymousAt("first")), false);
});
