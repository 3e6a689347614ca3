/** `If-Match`: a version is compared, or the call is refused; it is never ignored. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { bearer } from "#tests/support/apps.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService();

test("a write compares the version that it is sent, or is refused and changes nothing", async () => {
  const business = await service.business();
  const { token } = await business.person("client_admin");
  const order = await business.order();
  const orders = "/api/v1/client/orders";
  const created = "/api/v1/client/orderCreate";
  const note = `${orders}/${order.id}/note`;
  const window = { window_start: "2026-12-01T10:00:00Z", window_end: "2026-12-01T11:00:00Z" };
  const draft = { type: "D", dropoff: { name: "Ann", line1: "Quadra 9", city: "Brasília", country: "BR" } };
  const NOT_COMPARED = [422, "INVALID_REQUEST", "If-Match"];
  const cases: [string, string, object, Record<string, string>, unknown[]][] = [
    ["PATCH", note, { note: "a" }, { "if-match": '"1000"' }, [409, "VERSION_CONFLICT", undefined]],
    ["PATCH", note, { note: "a" }, { "if-match": "seven" }, NOT_COMPARED],
    ["PATCH", note, { note: "a" }, { "if-match": "*" }, [200, undefined, undefined]],
    ["POST", created, draft, { "if-match": '"1"' }, NOT_COMPARED],
    ["POST", created, draft, { "if-match": '"1"', "x-dry-run": "1" }, NOT_COMPARED],
    ["POST", created, draft, { "if-match": '"1"', "idempotency-key": "one" }, NOT_COMPARED],
    ["POST", "/api/v1/client/batchOrderCreate", { orders: [draft] }, { "if-match": '"1"' }, NOT_COMPARED],
    [
      "POST",
      `${orders}/time-windows`,
      { items: [{ ref: "r", ...window }] },
      { "if-match": '"1"' },
      NOT_COMPARED,
    ],
    // A read has no version to compare.
    ["GET", `${orders}/${order.id}`, {}, { "if-match": '"1000"' }, [200, undefined, undefined]],
  ];
  const count = async () =>
    (
      await service.system.row<{ n: number }>(
        "select count(*)::int as n from delivery_order where business_id = $1",
        [business.id],
      )
    )?.n;
  for (const [method, path, body, headers, expected] of cases) {
    const answer = await service.http(method, path, method === "GET" ? undefined : body, {
      ...bearer(token),
      ...headers,
    });
    assert.deepEqual(
      [answer.status, answer.body.error_code, answer.body.errors?.[0]?.field],
      expected,
      `${method} ${path} ${JSON.stringify(headers)} ${JSON.stringify(answer.body)}`,
    );
    assert.equal(await count(), 1);
  }
  // A refused call uses up no key.
  const creation = await service.http("POST", created, draft, { ...bearer(token), "idempotency-key": "one" });
  assert.equal(creation.status, 200, JSON.stringify(creation.body));
});

test("so does a mutation, with the header of its request", async () => {
  const business = await service.business();
  const { token } = await business.person("client_admin");
  const order = await business.order();
  const version = async () =>
    (
      await service.system.row<{ version: number }>("select version from delivery_order where id = $1", [
        order.id,
      ])
    )?.version ?? 0;
  const hold = `mutation { clientOrderHold(order_id: ${order.id}, reason: "unpaid") { status } }`;
  const create = `mutation { clientOrderCreate(type: D, dropoff: { line1: "Quadra 9", city: "Brasília", country: "BR" }) { order_id } }`;
  const first = await version();
  const cases: [string, string, string | undefined, number][] = [
    [hold, String(first + 1), "VERSION_CONFLICT", first],
    [hold, "seven", "INVALID_REQUEST", first],
    [create, String(first), "INVALID_REQUEST", first],
    [hold, String(first), undefined, first + 1],
  ];
  for (const [query, if_match, code, after] of cases) {
    const headers = { ...bearer(token), "if-match": `"${if_match}"` };
    const { body } = await service.http("POST", "/api/graphql", { query }, headers);
    assert.equal(
      body.errors?.[0]?.extensions?.error_code ?? body.error_code,
      code,
      `${query} ${JSON.stringify(body)}`,
    );
    assert.equal(await version(), after, query);
  }
  const orders = await service.system.rows("select id from delivery_order where business_id = $1", [
    business.id,
  ]);
  assert.equal(orders.length, 1);
});
