import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { countWrong, findPause, isPinCorrect, type PinTries } from "./pins.ts";

const MINUTE = 60_000;
const NOW = 1_000 * MINUTE;
const tries = (wrong: number, more: Partial<PinTries> = {}): PinTries => ({
  ...{ pin_hash: "a", wrong, last_at: NOW },
  ...more,
});

const PAUSES: [name: string, tries: PinTries | undefined, now: number, pause_min: number | null][] = [
  ["no try yet", undefined, NOW, null],
  ["four wrong tries", tries(4), NOW, null],
  ["the fifth", tries(5), NOW, 1],
  ["the fifth, half a minute ago", tries(5), NOW + MINUTE / 2, 0.5],
  ["the fifth, a minute ago", tries(5), NOW + MINUTE, null],
  ["the sixth", tries(6), NOW, 2],
  ["the eighth", tries(8), NOW, 8],
  ["the ninth: at most a quarter of an hour", tries(9), NOW, 15],
  ["the thousandth", tries(1000), NOW, 15],
  ["of another PIN, which was changed since", tries(9, { pin_hash: "b" }), NOW, null],
  ["a clock that was set back by a day", tries(5, { last_at: NOW + 1440 * MINUTE }), NOW, 1],
];

for (const [name, tries, now, pause] of PAUSES)
  test(`the pause before the next PIN: ${name}`, () => {
    const until = findPause(tries, "a", now);
    assert.equal(until === null ? null : (until - now) / MINUTE, pause);
  });

test("wrong tries are counted by PIN", () => {
  const once = countWrong(undefined, "a", 1);
  assert.deepEqual(once, { pin_hash: "a", wrong: 1, last_at: 1 });
  assert.equal(countWrong(once, "a", 2).wrong, 2);
  assert.equal(countWrong(once, "b", 2).wrong, 1);
});

test("a PIN is compared as the service stores it, whatever it consists of", async () => {
  const hash = (salt: string, pin: string) =>
    `${salt}:${createHash("sha256")
      .update(salt + pin)
      .digest("hex")}`;
  for (const pin of ["4711", "0000", "००१२", "A-1"]) {
    assert.equal(await isPinCorrect(hash("Zm9v_-x", pin), pin), true, pin);
    assert.equal(await isPinCorrect(hash("Zm9v_-x", pin), `${pin}1`), false, pin);
  }
});
