/** What texts may contain: every text of every input has a rule, and one value is judged the same on every surface. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { buildDraft } from "#domain/locations/addressbook/import.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import { createEventTools, createProvider } from "#tests/support/provider.ts";
import { testService } from "#tests/support/service.ts";
import { getTextKind } from "#vocabulary/text.ts";
import { buildDocument } from "./calls.ts";

const service = await testService();

/** Members whose texts are kept as they were sent, although no format, pattern or list of words bounds them. */
const EXACT: Record<string, string> = {
  content_base64: "The bytes of a file; its content is read where it is used.",
  csv: "The text of a file; each row is judged as one input.",
  mapping: "Names of columns, compared with those of the file.",
  number: "As a scanner delivers it, read by `packages/codes`.",
  numbers: "As a scanner delivers them.",
  tracking_number: "As a scanner delivers it.",
  tracking_numbers: "As a scanner delivers them.",
  payload: "The bytes that a signature covers.",
  q: "Compared with cells of datasets, which are stored as they were sent.",
  text: "Compared with cells of datasets.",
  where: "A filter as JSON text, which is judged when it is read.",
  state: "Returned to the client as it was sent, RFC 6749.",
  value: "The code that a driver scanned, or what was entered.",
};

interface Text {
  operation: string;
  member: string;
  schema: JsonSchema;
}

function* findTexts(schema: JsonSchema, member: string, operation: string): Generator<Text> {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (types.includes("string")) yield { operation, member, schema };
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    yield* findTexts(inner, member === "mapping" ? member : name, operation);
  }
  for (const inner of Object.values(schema.patternProperties ?? {}))
    yield* findTexts(inner, member, operation);
  if (typeof schema.additionalProperties === "object")
    yield* findTexts(schema.additionalProperties, member, operation);
  if (schema.items !== undefined) yield* findTexts(schema.items, member, operation);
  for (const branch of schema.anyOf ?? []) yield* findTexts(branch, member, operation);
}

const isBounded = ({ enum: words, const: word, format, pattern, "x-secret": secret }: JsonSchema) =>
  [words, word, format, pattern].some((rule) => rule !== undefined) || secret === true;

test("every text of every input has a kind, a rule of its own, or a reason to be kept exactly", () => {
  const texts = [...service.runtime.registry.operations.values()].flatMap((operation) => [
    ...findTexts(operation.input as JsonSchema, "", operation.name),
  ]);
  assert.ok(texts.length > 1000);
  const exact_members = new Set<string>();
  for (const { operation, member, schema } of texts) {
    if (isBounded(schema) || getTextKind(member, schema) !== "exact") continue;
    assert.ok(Object.hasOwn(EXACT, member), `${operation}: ${member} has no kind, and no reason`);
    assert.ok(schema.maxLength !== undefined, `${operation}: ${member} has no bound`);
    exact_members.add(member);
  }
  assert.deepEqual([...exact_members].sort(), Object.keys(EXACT).sort());
});

const REFUSED = null;
/** A name as it is sent, and as it is stored. */
const NAMES: [string, string | typeof REFUSED][] = [
  ["Ana Souza", "Ana Souza"],
  ["  Ana Souza\u00a0", "Ana Souza"],
  ["Zoe\u0308", "Zoë"],
  ["Ana\tSouza", "Ana Souza"],
  ["Ana\r\nSouza", "Ana Souza"],
  ["\ufeffAna\u200b", "Ana"],
  ["می\u200cخواهم", "می\u200cخواهم"],
  ["a\u0007b", REFUSED],
  ["\u001b[31mAna", REFUSED],
  ["a\u0090b", REFUSED],
  ["Ana\u202eazuoS", REFUSED],
  ["x".repeat(256), REFUSED],
];

test("a name is judged the same over REST, GraphQL, MCP, in batches, imports and events", async () => {
  const business = await service.business();
  const { token } = await business.person("client_admin");
  const headers = { authorization: `Bearer ${token}` };
  const order = await business.order();
  const provider = await createProvider(business);
  const { event } = createEventTools(service);
  const place = { line1: "Quadra 7", city: "Brasília", country: "BR", lat: -15.71, lng: -47.88 };
  const readName = async (order_id: number | null = null) => {
    if (order_id === null) return REFUSED;
    const { body } = await service.http("GET", `/api/v1/client/orders/${order_id}`, undefined, headers);
    return body.order.dropoff.name as string;
  };
  const send = async (path: string, body: unknown) => (await service.http("POST", path, body, headers)).body;
  const create = service.runtime.registry.operations.get("clientOrderCreate");
  assert.ok(create);
  const surfaces: Record<string, (name: string) => Promise<string | typeof REFUSED>> = {
    REST: async (name) =>
      readName((await send("/api/v1/client/orderCreate", { dropoff: { ...place, name } })).order_id),
    GraphQL: async (name) => {
      const query = buildDocument(service.runtime.registry, create, { dropoff: { ...place, name } });
      return readName((await send("/api/graphql", { query })).data?.it?.order_id);
    },
    MCP: async (name) =>
      readName(
        (
          await send("/mcp", {
            jsonrpc: "2.0",
            id: 1,
            method: "tools/call",
            params: { name: "create_order", arguments: { dropoff: { ...place, name } } },
          })
        ).result.structuredContent.order_id,
      ),
    batch: async (name) =>
      readName(
        (await send("/api/v1/client/batchOrderCreate", { orders: [{ dropoff: { ...place, name } }] }))
          .orders?.[0]?.order_id,
      ),
    import: async (name) => {
      const draft = buildDraft(
        { name, line1: place.line1, city: place.city, country: place.country } as never,
        { country: "BR" },
      );
      return draft.errors.length > 0 ? REFUSED : (draft.place.name ?? "");
    },
  };
  for (const [name, expected] of NAMES) {
    for (const [surface, save] of Object.entries(surfaces))
      assert.equal(await save(name), expected, `${surface} ${JSON.stringify(name.slice(0, 20))}`);
    // Events are kept as they were told: judged the same, and not changed.
    const ingest_answer = await provider.ingest({
      ...event(order.tracking_number, "note"),
      actor: { type: "driver", name },
    });
    assert.equal(
      ingest_answer.body.accepted,
      expected === REFUSED ? 0 : 1,
      `OTEP ${JSON.stringify(ingest_answer.body)}`,
    );
  }
});
