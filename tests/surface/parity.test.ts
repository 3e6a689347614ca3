/** One operation, three surfaces: the same input gives the same answer over REST, GraphQL and MCP. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type GraphQLOutputType, getNamedType, isObjectType } from "graphql";
import type { Operation } from "#operation/define.ts";
import type { JsonSchema } from "#operation/schema.ts";
import { testService } from "#tests/support/service.ts";
import { engineOf } from "../../src/surfaces/graphql/engine.ts";

const service = await testService();
const t = await service.business();
const { token } = await t.person("client_admin");
const headers = { authorization: `Bearer ${token}` };
const { schema } = engineOf(service.mechanism.registry);

/** Everything a type can tell, as deep as documents may go. */
function selectionOf(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return "";
  const fields = Object.values(named.getFields()).map(({ name, type: inner }) => {
    if (!isObjectType(getNamedType(inner))) return name;
    return depth === 0 ? "" : `${name}${selectionOf(inner, depth - 1)}`;
  });
  return ` { ${fields.filter((field) => field !== "").join(" ")} __typename }`;
}

/** Absent and null are one thing in GraphQL; the name of a type is not part of an answer. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name, member]) => member !== null && name !== "__typename");
  return Object.fromEntries(kept.map(([name, member]) => [name, bare(member)]));
}

async function overGraphql(operation: Operation, args: Record<string, unknown>) {
  const root = operation.effect === "read" ? schema.getQueryType() : schema.getMutationType();
  const field = root?.getFields()[operation.name];
  assert.ok(field);
  const given = Object.entries(args).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const kind = operation.effect === "read" ? "query" : "mutation";
  const query = `${kind} { it: ${operation.name}${given.length === 0 ? "" : `(${given.join(", ")})`}${selectionOf(field.type, 9)} }`;
  const { body } = await service.http("POST", "/api/graphql", { query }, headers);
  return { answer: body.data?.it, error: body.errors?.[0]?.extensions };
}

async function overMcp(tool: string, args: Record<string, unknown>) {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: args } };
  const { body } = await service.http("POST", "/mcp", message, headers);
  return {
    answer: body.result?.structuredContent,
    refused: body.result?.isError === true,
    fault: body.error,
  };
}

const reads = [...service.mechanism.registry.operations.values()].filter(
  ({ effect, access, rest, input }) =>
    effect === "read" &&
    (access.public || access.roles.includes("client_admin")) &&
    rest !== undefined &&
    rest.bytes === undefined &&
    !rest.path.includes("{") &&
    ((input as JsonSchema).required ?? []).length === 0 &&
    (input as JsonSchema).anyOf === undefined,
);

test("every read that needs no input answers alike", async () => {
  for (let n = 0; n < 3; n += 1) await t.order({ ref: `P-${n}` });
  await t.driver();
  const wrong: string[] = [];
  let compared = 0;
  for (const operation of reads) {
    const rest = await service.http(
      operation.rest?.method ?? "GET",
      operation.rest?.path ?? "",
      undefined,
      headers,
    );
    const graphql = await overGraphql(operation, {});
    const mcp =
      operation.mcp?.user === undefined ? undefined : await overMcp(operation.mcp.user, { confirm: true });
    try {
      if (rest.status >= 400) {
        assert.equal(graphql.error?.error_code, rest.body.error_code);
        if (mcp !== undefined) assert.equal(mcp.refused, true);
      } else {
        assert.equal(graphql.error, undefined);
        // Moments of the call itself, and the cursor that names one, differ from call to call.
        const told = (answer: unknown) =>
          JSON.parse(
            JSON.stringify(bare(answer))
              .replaceAll(/"\d{4}-\d\d-\d\dT[^"]+"/g, '"T"')
              .replaceAll(/"next":"[\w-]+"/g, '"next":"cursor"'),
          );
        assert.deepEqual(told(graphql.answer), told(rest.body));
        if (mcp !== undefined) assert.deepEqual(told(mcp.answer), told(rest.body));
        compared += 1;
      }
    } catch (error) {
      wrong.push(`${operation.name}: ${(error as Error).message.slice(0, 600)}`);
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(compared > reads.length / 2, `Only ${compared} of ${reads.length} answered.`);
});

test("a detail, a write and a refusal are alike too", async () => {
  const order = await t.order({ ref: "D-1" });
  const operation = service.mechanism.registry.get("clientOrder");
  const rest = await service.http("GET", `/api/v1/client/orders/${order.id}`, undefined, headers);
  assert.deepEqual(bare((await overGraphql(operation, { order_id: order.id })).answer), bare(rest.body));
  assert.deepEqual((await overMcp("get_order_detail", { order_id: order.id })).answer, rest.body);
  const missing = await service.http("GET", "/api/v1/client/orders/999999999", undefined, headers);
  const { error } = await overGraphql(operation, { order_id: 999_999_999 });
  const tool = await overMcp("get_order_detail", { order_id: 999_999_999 });
  assert.equal(error.error_code, missing.body.error_code);
  assert.equal(tool.answer.error.code, missing.body.error_code);
  assert.equal(tool.answer.error.message, missing.body.message);
});
