/** One operation, three surfaces: the same input gives the same response over REST, GraphQL and MCP. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Operation } from "#operation/define/define.ts";
import type { JsonSchema } from "#operation/define/schema.ts";

import { buildFullViewInput } from "#tests/support/tools.ts";
import { buildDocument, withoutNulls } from "./calls.ts";
import { surfaceService } from "./fixture.ts";

const service = await surfaceService();
const business = await service.business();
const { token } = await business.person("client_admin");
const headers = { authorization: `Bearer ${token}` };
const { registry } = service.runtime;

async function overGraphql(operation: Operation, args: Record<string, unknown>) {
  const query = buildDocument(registry, operation, args);
  const { body } = await service.http("POST", "/api/graphql", { query }, headers);
  return { answer: body.data?.it, error: body.errors?.[0]?.extensions };
}

async function overMcp(tool: string, args: Record<string, unknown>) {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: args } };
  const { body } = await service.http("POST", "/mcp", message, headers);
  // Only agents are told who wrote what.
  const { untrusted: _authors, ...answer } = body.result?.structuredContent ?? {};
  return {
    answer,
    refused: body.result?.isError === true,
    fault: body.error,
  };
}

const reads = [...registry.operations.values()].filter(
  ({ effect, access, rest, input }) =>
    effect === "read" &&
    (access.public || access.roles.includes("client_admin")) &&
    rest !== undefined &&
    rest.bytes === undefined &&
    !rest.path.includes("{") &&
    ((input as JsonSchema).required ?? []).length === 0 &&
    (input as JsonSchema).anyOf === undefined,
);

test("every read without required input gives the same response", async () => {
  for (let n = 0; n < 3; n += 1) await business.order({ ref: `P-${n}` });
  await business.driver();
  const wrong: string[] = [];
  let compared = 0;
  /** Throws when the surfaces answer differently. */
  const compare = async (operation: (typeof reads)[number]) => {
    const rest = await service.http(
      operation.rest?.method ?? "GET",
      operation.rest?.path ?? "",
      undefined,
      headers,
    );
    const graphql = await overGraphql(operation, {});
    const tool = operation.mcp?.user;
    const mcp =
      tool === undefined
        ? undefined
        : await overMcp(tool, { confirm: true, ...buildFullViewInput(registry, tool) });
    if (rest.status >= 400) {
      assert.equal(graphql.error?.error_code, rest.body.error_code);
      if (mcp !== undefined) assert.equal(mcp.refused, true);
      return;
    }
    assert.equal(graphql.error, undefined);
    // Timestamps of the call itself, and cursors that contain one, differ between calls.
    const normalize = (answer: unknown) =>
      JSON.parse(
        JSON.stringify(withoutNulls(answer))
          .replaceAll(/"\d{4}-\d\d-\d\dT[^"]+"/g, '"T"')
          .replaceAll(/"next":"[\w-]+"/g, '"next":"cursor"'),
      );
    assert.deepEqual(normalize(graphql.answer), normalize(rest.body));
    if (mcp !== undefined) assert.deepEqual(normalize(mcp.answer), normalize(rest.body));
    compared += 1;
  };
  for (const operation of reads) {
    try {
      // Audit entries of reads are written once a second: between two calls, the list of them may have grown.
      if (operation.name === "audit") await compare(operation).catch(() => compare(operation));
      else await compare(operation);
    } catch (error) {
      wrong.push(`${operation.name}: ${(error as Error).message.slice(0, 600)}`);
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(compared > reads.length / 2, `Only ${compared} of ${reads.length} answered.`);
});

test("a detail, a write and a refusal give the same responses too", async () => {
  const order = await business.order({ ref: "D-1" });
  const operation = registry.get("clientOrder");
  const rest = await service.http("GET", `/api/v1/client/orders/${order.id}`, undefined, headers);
  assert.deepEqual(
    withoutNulls((await overGraphql(operation, { order_id: order.id })).answer),
    withoutNulls(rest.body),
  );
  assert.deepEqual(
    (await overMcp("get_order_detail", { order_id: order.id, view: "full" })).answer,
    rest.body,
  );
  const missing = await service.http("GET", "/api/v1/client/orders/999999999", undefined, headers);
  const { error } = await overGraphql(operation, { order_id: 999_999_999 });
  const tool = await overMcp("get_order_detail", { order_id: 999_999_999 });
  assert.equal(error.error_code, missing.body.error_code);
  assert.equal(tool.answer.error.code, missing.body.error_code);
  assert.equal(tool.answer.error.message, missing.body.message);
});
