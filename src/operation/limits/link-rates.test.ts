import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "../define/refusal.ts";
import { createLinkRates } from "./link-rates.ts";

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second));
const link = (id: number, calls_per_minute: number | null) => ({
  link: { id, subject_type: "order", subject_id: "1", operations: new Set<string>(), expires_at: "" },
  calls_per_minute,
});

function refused(run: () => void): Refusal {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  assert.fail("The call should have been refused.");
}

test("a link may be used its number of times within any minute, and the refusal states when the next call is allowed", () => {
  const counted = createLinkRates();
  counted.admit(link(1, 2), at(0));
  counted.admit(link(1, 2), at(20));
  const refusal = refused(() => counted.admit(link(1, 2), at(30)));
  assert.equal(refusal.status, 429);
  assert.equal(refusal.headers["retry-after"], "30");
  counted.admit(link(1, 2), at(60));
  assert.equal(refused(() => counted.admit(link(1, 2), at(61))).headers["retry-after"], "19");
});

test("refused calls do not count, and each link has its own window", () => {
  const counted = createLinkRates();
  counted.admit(link(1, 1), at(0));
  for (let second = 1; second < 50; second += 1) refused(() => counted.admit(link(1, 1), at(second)));
  counted.admit(link(1, 1), at(60));
  counted.admit(link(2, 1), at(60));
});

test("the calls of every link count while others call", () => {
  const counted = createLinkRates();
  const links = Array.from({ length: 50 }, (_, n) => link(n + 1, 1));
  for (const one of links) counted.admit(one, at(0));
  for (const one of links) refused(() => counted.admit(one, at(1)));
});

test("a link without a limit, and a caller without a link, are not counted", () => {
  const counted = createLinkRates();
  for (let call = 0; call < 100; call += 1) {
    counted.admit(link(1, null), at(0));
    counted.admit({ calls_per_minute: 1 }, at(0));
  }
});
