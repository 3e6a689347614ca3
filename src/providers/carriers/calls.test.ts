import assert from "node:assert/strict";
import { test } from "node:test";
import Type from "typebox";
import { catchFailure } from "#tests/support/carriers.ts";
import { serve } from "#tests/support/exchanges.ts";
import { createCalls, readMinor, writeDecimal } from "./calls.ts";

const over = (base_url: string, private_addresses = true) =>
  createCalls({
    base_url,
    authorization: "Token key_secret",
    private_addresses,
    user_agent: "test",
    readError: (body) => ({ code: "X", text: (body as { text?: string }).text ?? "" }),
    timeout_ms: 500,
  });
const Any = Type.Object({ id: Type.String() });

test("failures are certain, or may have happened; some may succeed later", async () => {
  const answers: [number, string, string, boolean, boolean][] = [
    [200, "<html>", "unreadable_answer", true, true],
    [200, '{"id":7}', "unreadable_answer", true, true],
    [302, "", "unreadable_answer", true, true],
    [400, '{"text":"No."}', "request_refused", false, false],
    [401, "", "not_authorised", false, false],
    [404, "", "unknown", false, false],
    [408, "", "carrier_failed", true, true],
    [409, "{}", "request_refused", false, false],
    [429, "", "rate_limited", false, true],
    [500, "{}", "carrier_failed", true, true],
    [503, "", "carrier_failed", true, true],
  ];
  for (const [status, body, failure, is_uncertain, is_temporary] of answers) {
    const base = await serve((_request, _body, response) => response.writeHead(status).end(body));
    const failed = await catchFailure(over(base).post("/x", {}, Any));
    assert.deepEqual(
      [failed.failure, failed.is_uncertain, failed.is_temporary],
      [failure, is_uncertain, is_temporary],
      `${status} ${body}`,
    );
    assert.ok(!failed.message.includes("secret"));
  }
  const silent = await serve(() => {});
  assert.deepEqual((await catchFailure(over(silent).get("/x", Any))).failure, "timeout");
  const breaking = await serve((_request, _body, response) => response.destroy());
  assert.deepEqual((await catchFailure(over(breaking).post("/x", {}, Any))).failure, "connection_lost");
  const closed = await catchFailure(over("http://127.0.0.1:9").post("/x", {}, Any));
  assert.deepEqual([closed.failure, closed.is_uncertain], ["unreachable", false]);
  for (const base of ["https://127.0.0.1:9", "http://carrier.example"])
    assert.equal((await catchFailure(over(base, false).get("/x", Any))).failure, "private_address");
});

test("amounts are read as decimals, in the minor units of their currency", () => {
  for (const [amount, currency, minor] of [
    ["7.41", "USD", 741],
    [16.51, "CAD", 1651],
    [0.1 + 0.2, "EUR", 30],
    ["0.615", "EUR", 62],
    [1, "JPY", 1],
    ["1200", "JPY", 1200],
    ["1.2345", "KWD", 1235],
    ["0.00", "USD", 0],
  ] as const)
    assert.equal(readMinor(amount, currency), minor, `${amount} ${currency}`);
  for (const amount of ["", "-1.00", "1,5", "1e3", "NaN"]) assert.throws(() => readMinor(amount, "USD"));
  assert.throws(() => readMinor("1", "US"));
  assert.deepEqual([writeDecimal(12_050, "CAD"), writeDecimal(12_050, "JPY")], [120.5, 12_050]);
});
