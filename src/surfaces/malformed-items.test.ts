/** One malformed order among good ones is that order's failure, whatever it looks like and through whichever surface. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { testService } from "#tests/support/service.ts";

const service = await testService();
const business = await service.business();
const admin = await business.person("client_admin");
const good = { dropoff: { line1: "Quadra 7", lat: -15.7, lng: -47.9 } };
const orders = [good, 5, { dropoff: { line1: 7 } }, { ...good, nonsense: true }, null, [good], good];
const FAILED = [1, 2, 3, 4, 5];

async function callTool(name: string, args: object) {
  const params = { name, arguments: { ...args, confirm: true } };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  return (await admin.http("POST", "/mcp", message)).body.result.structuredContent;
}

const ways = {
  REST: async () => (await admin.http("POST", "/api/v1/client/batchOrderCreate", { orders })).body,
  GraphQL: async () => {
    const literals = `{ dropoff: { line1: "Quadra 7", lat: -15.7, lng: -47.9 } }`;
    const query = `mutation { clientBatchOrderCreate(orders: [${literals}, 5, { dropoff: { line1: 7 } },
      { dropoff: { line1: "Quadra 7", lat: -15.7, lng: -47.9 }, nonsense: true }, null, [${literals}], ${literals}])
      { result done failed errors { index error_code } } }`;
    const { body } = await admin.http("POST", "/api/graphql", { query });
    return body.data?.clientBatchOrderCreate ?? body;
  },
  MCP: () => callTool("bulk_create_orders", { orders }),
};

for (const [way, create] of Object.entries(ways)) {
  test(`over ${way} the good ones are created and each of the others is listed`, async () => {
    const answer = await create();
    assert.deepEqual(
      [answer.result, answer.done, answer.failed],
      [true, 2, FAILED.length],
      JSON.stringify(answer),
    );
    assert.deepEqual(
      answer.errors.map(({ index }: { index: number }) => index),
      FAILED,
    );
  });
}

test("the asynchronous form takes them, and lists them in its result", async () => {
  for (const accepted of [
    await callTool("bulk_create_orders_async", { orders }),
    (await admin.http("POST", "/api/v1/client/batchOrderCreateAsync", { orders })).body,
  ])
    assert.deepEqual(
      [accepted.result, accepted.items_total],
      [true, orders.length],
      JSON.stringify(accepted),
    );
});
