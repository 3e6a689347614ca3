import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "../define/refusal.ts";
import { createEnumerationGuard, getNetworkPrefix, UNKNOWN_IDS_MAX, WINDOW_MS } from "./enumeration-guard.ts";

const start = new Date("2026-11-20T12:00:00Z");
const anonymousAt = (address: string) => ({ actor: { account_id: null }, address });
const isRefused = (
  guard: ReturnType<typeof createEnumerationGuard>,
  caller: ReturnType<typeof anonymousAt>,
  now = start,
) => {
  try {
    guard.admit(caller, now);
    return false;
  } catch (error) {
    assert.ok(error instanceof Refusal);
    assert.equal(error.status, 429);
    return true;
  }
};

test("an address that requested too many unknown ids is refused until the window ends", () => {
  const guard = createEnumerationGuard();
  guard.miss(anonymousAt("192.0.2.1"), UNKNOWN_IDS_MAX - 1, start);
  assert.equal(isRefused(guard, anonymousAt("192.0.2.1")), false);
  guard.miss(anonymousAt("192.0.2.1"), 1, start);
  assert.equal(isRefused(guard, anonymousAt("192.0.2.1")), true);
  assert.equal(isRefused(guard, anonymousAt("::ffff:192.0.2.1")), true);
  assert.equal(isRefused(guard, anonymousAt("192.0.2.2")), false);
  assert.equal(isRefused(guard, anonymousAt("192.0.2.1"), new Date(start.getTime() + WINDOW_MS)), false);
});

test("the unknown ids of every caller count while others call", () => {
  const guard = createEnumerationGuard();
  const addresses = Array.from({ length: 50 }, (_, n) => `192.0.2.${n}`);
  for (const address of addresses) guard.miss(anonymousAt(address), UNKNOWN_IDS_MAX, start);
  for (const address of addresses) assert.equal(isRefused(guard, anonymousAt(address)), true, address);
});

test("addresses of one IPv6 network count as one caller, in every notation", () => {
  const guard = createEnumerationGuard();
  guard.miss(anonymousAt("2001:db8:0:1::5"), UNKNOWN_IDS_MAX, start);
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
  guard.miss({ actor: { account_id: 7 }, address: "192.0.2.1" }, UNKNOWN_IDS_MAX, start);
  assert.equal(isRefused(guard, anonymousAt("192.0.2.1")), false);
  assert.throws(() => guard.admit({ actor: { account_id: 7 }, address: "192.0.2.9" }, start), Refusal);
});

test("the number of remembered callers is bounded", () => {
  const guard = createEnumerationGuard();
  guard.miss(anonymousAt("first"), UNKNOWN_IDS_MAX, start);
  for (let index = 0; index < 10_000; index += 1) guard.miss(anonymousAt(`other-${index}`), 1, start);
  assert.equal(isRefused(guard, anonymousAt("first")), false);
});
