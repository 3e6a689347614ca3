import assert from "node:assert/strict";
import { test } from "node:test";
import { decidePaymentState, isReturnUrlAllowed } from "./rules.ts";

test("money that arrived counts whatever was reported before, and what has ended does not open again", () => {
  const cases = [
    ["opening", "open", "open"],
    ["opening", "paid", "paid"],
    ["open", "open", null],
    ["open", "processing", "processing"],
    ["open", "expired", "expired"],
    ["processing", "open", null],
    ["processing", "paid", "paid"],
    ["processing", "failed", "failed"],
    ["expired", "processing", null],
    ["expired", "paid", "paid"],
    ["failed", "paid", "paid"],
    ["failed", "expired", null],
    ["paid", "failed", null],
    ["paid", "expired", null],
    ["paid", "paid", null],
  ] as const;
  for (const [now, reported, next] of cases)
    assert.equal(decidePaymentState(now, reported), next, `${now} ${reported}`);
});

test("a payer returns to the service or to an origin of the business", () => {
  const allowed = ["https://shop.example"];
  const cases = [
    ["https://pack.example/wallet", true],
    ["https://shop.example/paid?x=1", true],
    ["https://shop.example.evil.example/", false],
    ["https://shop.example@evil.example/", false],
    ["javascript:alert(1)", false],
    ["/wallet", false],
    ["http://shop.example/", false],
  ] as const;
  for (const [url, expected] of cases)
    assert.equal(isReturnUrlAllowed(url, "https://pack.example", allowed), expected, url);
});
