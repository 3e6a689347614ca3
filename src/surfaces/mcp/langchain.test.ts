/**
 * The tools as LangChain takes them, by its published rules (`@langchain/core` 1.4.0, `@langchain/mcp-adapters` 1.1.4, with
 * which they were tried): which objects are tools, which schemas it resolves and simplifies without losing something, and
 * which results it converts. It validates arguments by `@cfworker/json-schema`, which the official client bundles.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { CfWorkerJsonSchemaValidator } from "@modelcontextprotocol/client/validators/cf-worker";
import { asAdmin } from "#tests/support/mcp.ts";
import { testService } from "#tests/support/service.ts";
import { getTools } from "./catalogue.ts";
import type { ServerName } from "./tool.ts";

const service = await testService();
const url = await service.app.listen({ port: 0, host: "127.0.0.1" });
const business = await service.business();
const order = await business.order();
const headers = await asAdmin(business);
const SERVERS = { user: "/mcp", developer: "/mcp/developer" } as const;
const COUNTS = { user: 93, developer: 25 };
const TYPES = ["null", "boolean", "object", "array", "number", "string"];

type Schema = Record<string, unknown>;
const isObject = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** References are resolved within `$defs` alone; a member that is called like a keyword of them would be lost. */
function resolveReferences(schema: Schema, definitions: Schema, within: readonly string[] = []): Schema {
  const { $ref } = schema;
  if ($ref !== undefined) {
    const name = /^#\/\$defs\/(.+)$/.exec(String($ref))?.[1] ?? "";
    assert.ok(isObject(definitions[name]), `${$ref} is no definition`);
    assert.ok(!within.includes(name), `${$ref} refers to itself`);
    const { $ref: _resolved, ...more } = schema;
    return { ...resolveReferences(definitions[name], definitions, [...within, name]), ...more };
  }
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => keyword !== "$defs" && keyword !== "definitions")
      .map(([keyword, member]) => [keyword, resolveMember(member, definitions, within)]),
  );
}

function resolveMember(member: unknown, definitions: Schema, within: readonly string[]): unknown {
  if (Array.isArray(member)) return member.map((one) => resolveMember(one, definitions, within));
  return isObject(member) ? resolveReferences(member, definitions, within) : member;
}

/** What the simplification for models removes, or merges into something that takes other arguments. */
const LOSSY = ["allOf", "oneOf", "not", "if", "then", "else", "unevaluatedProperties", "dependentSchemas"];

function findLosses(schema: unknown, path: string): string[] {
  if (!isObject(schema)) return [];
  const { properties, items, additionalProperties, anyOf } = schema;
  const lost = LOSSY.filter((keyword) => keyword in schema).map((keyword) => `${path}: ${keyword}`);
  const members = isObject(properties) ? Object.entries(properties) : [];
  const reserved_members = members.filter(([name]) => ["$ref", "$defs", "definitions"].includes(name));
  // Of a union with an object only the objects are left, as one; of a union of others nothing is.
  const is_union = Array.isArray(anyOf) && anyOf.length > 1;
  return [
    ...lost,
    ...reserved_members.map(([name]) => `${path}: a member called ${name}`),
    ...(is_union ? [`${path}: a union`] : []),
    ...members.flatMap(([name, member]) => findLosses(member, `${path}.${name}`)),
    ...findLosses(items, `${path}[]`),
    ...findLosses(additionalProperties, `${path}{}`),
  ];
}

interface Block {
  type: string;
  text?: string;
}

/** What a tool of the adapter answers: one text beside its structure; an error is thrown. */
function convertResult(result: { content: Block[]; structuredContent?: unknown; isError?: boolean }) {
  assert.ok(Array.isArray(result.content));
  if (result.isError === true) throw new Error(result.content.map(({ text = "" }) => text).join("\n"));
  for (const { type } of result.content)
    assert.ok(["text", "image", "audio", "resource", "resource_link"].includes(type), type);
  const [block, ...others] = result.content.filter(({ type }) => type !== "resource");
  assert.deepEqual([block?.type, typeof block?.text, others], ["text", "string", []]);
  return { text: JSON.parse(block?.text ?? ""), structured: result.structuredContent };
}

for (const [server, path] of Object.entries(SERVERS) as [ServerName, string][])
  describe(`the tools of the ${server} server`, () => {
    const tools = getTools(service.runtime.registry, server);

    test("are tools in the form that is listed for LangChain", async () => {
      const { body } = await service.http("GET", `/api/ai/tools?format=langchain&server=${server}`);
      assert.equal(body.tools.length, COUNTS[server]);
      for (const { name, description, schema } of body.tools) {
        assert.deepEqual(
          [typeof name, typeof description, typeof schema],
          ["string", "string", "object"],
          name,
        );
        assert.ok(TYPES.includes(schema.type), name);
      }
    });

    test("have schemas that are converted without loss, and take the example but no unknown argument", () => {
      assert.equal(tools.length, COUNTS[server]);
      const validator = new CfWorkerJsonSchemaValidator({ draft: "2019-09" });
      for (const { name, definition, example } of tools) {
        const { inputSchema } = definition;
        const { $defs = {} } = inputSchema as { $defs?: Schema };
        assert.deepEqual(findLosses(inputSchema, name), []);
        for (const [defined, one] of Object.entries($defs))
          assert.deepEqual(findLosses(one, `${name} ${defined}`), []);
        const converted = resolveReferences(inputSchema, $defs);
        assert.doesNotMatch(JSON.stringify(converted), /"\$ref"/, name);
        for (const schema of [inputSchema, converted]) {
          const validate = validator.getValidator(schema);
          assert.deepEqual([name, validate(example).errorMessage], [name, undefined]);
          assert.equal(validate({ ...example, no_such_argument: 1 }).valid, false, name);
        }
      }
    });

    test("are listed for its client, and answer what it converts", async (context) => {
      const client = new Client({ name: "langchain", version: "1" });
      await client.connect(
        new StreamableHTTPClientTransport(new URL(url + path), { requestInit: { headers } }),
      );
      context.after(() => client.close());
      const { tools: listed } = await client.listTools();
      assert.deepEqual(
        listed.map(({ name }) => name),
        tools.map(({ name }) => name),
      );
      const call = async (name: string, args: Record<string, unknown>) =>
        convertResult(
          (await client.callTool({ name, arguments: args })) as Parameters<typeof convertResult>[0],
        );
      const calls: [string, Record<string, unknown>][] =
        server === "user"
          ? [
              ["get_orders", {}],
              ["update_order_note", { order_id: order.id, note: "Ring twice" }],
              ["get_capabilities", { tool: "get_orders" }],
            ]
          : [
              ["get_integration_guide", {}],
              ["get_order_audit_timeline", { order_id: order.id }],
              ["run_graphql_query", { query: "{ clientOrders { total } }" }],
            ];
      for (const [name, args] of calls) {
        const { text, structured } = await call(name, args);
        assert.deepEqual(text, structured, name);
      }
      const [name, args] = calls[1] as [string, Record<string, unknown>];
      await assert.rejects(call(name, { ...args, order_id: 999_999_999 }), /NOT_FOUND/);
    });
  });
