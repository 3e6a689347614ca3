import assert from "node:assert/strict";
import { test } from "node:test";
import { guesses, MISSES_MAX, networkOf, WINDOW_MS } from "./guesses.ts";
import { Refusal } from "./refusal.ts";

const start = new Date("2026-11-20T12:00:00Z");
const stranger = (address: string) => ({ actor: { account_id: null }, address });
const isRefused = (counted: ReturnType<typeof guesses>, caller: ReturnType<typeof stranger>, now = start) => {
  try {
    counted.admit(caller, now);
    return false;
  } catch (error) {
    assert.ok(error instanceof Refusal);
    assert.equal(error.status, 429);
    return true;
  }
};

test("an address that named too much that is not there waits until the window is over", () => {
  const counted = guesses();
  counted.miss(stranger("192.0.2.1"), MISSES_MAX - 1, start);
  assert.equal(isRefused(counted, stranger("192.0.2.1")), false);
  counted.miss(stranger("192.0.2.1"), 1, start);
  assert.equal(isRefused(counted, stranger("192.0.2.1")), true);
  assert.equal(isRefused(counted, stranger("::ffff:192.0.2.1")), true);
  assert.equal(isRefused(counted, stranger("192.0.2.2")), false);
  assert.equal(isRefused(counted, stranger("192.0.2.1"), new Date(start.getTime() + WINDOW_MS)), false);
});

test("addresses of one IPv6 network are one caller, however they are written", () => {
  const counted = guesses();
  counted.miss(stranger("2001:db8:0:1::5"), MISSES_MAX, start);
  for (const address of ["2001:db8:0:1:ffff::1", "2001:0DB8::1:0:0:0:9", "2001:db8:0:1:1:2:3:4"])
    assert.equal(isRefused(counted, stranger(address)), true, address);
  for (const address of ["2001:db8:0:2::5", "2001:db8::5", "::1"])
    assert.equal(isRefused(counted, stranger(address)), false, address);
});

test("an IPv4 address is one caller, however IPv6 spells it", () => {
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
    assert.equal(networkOf(address), "1.2.3.4", address);
  assert.equal(networkOf("::ffff:ffff:fffe"), "255.255.255.254");
});

test("what is not mapped stays IPv6, and what is no address stays as it is", () => {
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
    assert.equal(networkOf(address), network, address);
});

test("somebody signed in is counted by account, not by the address shared with others", () => {
  const counted = guesses();
  counted.miss({ actor: { account_id: 7 }, address: "192.0.2.1" }, MISSES_MAX, start);
  assert.equal(isRefused(counted, stranger("192.0.2.1")), false);
  assert.throws(() => counted.admit({ actor: { account_id: 7 }, address: "192.0.2.9" }, start), Refusal);
});

test("what is remembered is bounded", () => {
  const counted = guesses();
  counted.miss(stranger("first"), MISSES_MAX, start);
  for (let index = 0; index < 10_000; index += 1) counted.miss(stranger(`other-${index}`), 1, start);
  assert.equal(isRefused(counted, stranger("first")), false);
});
