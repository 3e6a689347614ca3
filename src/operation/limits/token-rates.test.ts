import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "../define/refusal.ts";
import { createTokenRates } from "./token-rates.ts";

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second));

function refused(run: () => void): Refusal {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  assert.fail("The call should have been refused.");
}

test("a token may make its number of calls within any minute, and the refusal states when the next call is allowed", () => {
  const counted = createTokenRates();
  const token = { token_id: 1, calls_per_minute: 2 };
  counted.admit(token, at(0));
  counted.admit(token, at(20));
  const refusal = refused(() => counted.admit(token, at(30)));
  assert.equal(refusal.status, 429);
  assert.equal(refusal.headers["retry-after"], "30");
  counted.admit(token, at(60));
  assert.equal(refused(() => counted.admit(token, at(61))).headers["retry-after"], "19");
});

test("refused calls do not count, and each token has its own window", () => {
  const counted = createTokenRates();
  counted.admit({ token_id: 1, calls_per_minute: 1 }, at(0));
  for (let second = 1; second < 50; second += 1) {
    refused(() => counted.admit({ token_id: 1, calls_per_minute: 1 }, at(second)));
  }
  counted.admit({ token_id: 1, calls_per_minute: 1 }, at(60));
  counted.admit({ token_id: 2, calls_per_minute: 1 }, at(60));
});

test("the calls of every token count while others call", () => {
  const counted = createTokenRates();
  const tokens = Array.from({ length: 50 }, (_, n) => ({ token_id: n + 1, calls_per_minute: 1 }));
  for (const token of tokens) counted.admit(token, at(0));
  for (const token of tokens) refused(() => counted.admit(token, at(1)));
});

test("a token without a limit, and a caller without a token, are not counted", () => {
  const counted = createTokenRates();
  for (let call = 0; call < 100; call += 1) {
    counted.admit({ token_id: 1, calls_per_minute: null }, at(0));
    counted.admit({ token_id: null, calls_per_minute: null }, at(0));
  }
});
