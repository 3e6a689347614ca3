import assert from "node:assert/strict";
import { test } from "node:test";
import { guesses, MISSES_MAX, WINDOW_MS } from "./guesses.ts";
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
