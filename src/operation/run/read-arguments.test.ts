import assert from "node:assert/strict";
import { test } from "node:test";
import Type from "typebox";
import type { JsonSchema } from "#operation/define/schema.ts";
import { testService } from "#tests/support/service.ts";
import { readArguments } from "./read-arguments.ts";

const Nullable = (schema: ReturnType<typeof Type.Integer>) => Type.Union([schema, Type.Null()]);
const Words = Type.Union([Type.Literal("pdf"), Type.Literal("png"), Type.Null()]);
const Place = Type.Object({ line1: Type.String(), lat: Type.Optional(Type.Number()) });
const Either = Type.Union([
  Type.Object({ kind: Type.Literal("a"), n: Type.Integer() }),
  Type.Object({ kind: Type.Literal("b"), text: Type.String() }),
]);

const CASES: [string, object, unknown, unknown][] = [
  ["an integer", Type.Integer(), "5", 5],
  ["a negative integer with spaces", Type.Integer(), " -12 ", -12],
  ["a number", Type.Number(), "-15.78", -15.78],
  ["a number with an exponent", Type.Number(), "1e3", 1000],
  ["a list", Type.Array(Type.Integer()), "[1,2]", [1, 2]],
  ["a list of texts that are numbers", Type.Array(Type.Integer()), ["1", "2"], [1, 2]],
  ["a list in text, of numbers in text", Type.Array(Type.Integer()), '["1", 2]', [1, 2]],
  ["true", Type.Boolean(), "true", true],
  ["False of another language", Type.Boolean(), "False", false],
  ["null", Nullable(Type.Integer()), "null", null],
  ["a number where null is possible", Nullable(Type.Integer()), "7", 7],
  ["null among words", Words, "null", null],
  ["a word", Words, "pdf", "pdf"],
  ["an object", Place, '{"line1": "Quadra 1", "lat": "-15.7"}', { line1: "Quadra 1", lat: -15.7 }],
  ["members of objects in lists", Type.Array(Place), [{ line1: "1", lat: "2" }], [{ line1: "1", lat: 2 }]],
  ["the kind of object that it is", Either, { kind: "a", n: "1" }, { kind: "a", n: 1 }],
  ["text of the other kind", Either, { kind: "b", text: "1" }, { kind: "b", text: "1" }],
  ["values of a record", Type.Record(Type.String(), Type.Integer()), { x: "1" }, { x: 1 }],
  ["a text member: a number stays text", Type.String(), "5", "5"],
  ["a text member: a list stays text", Type.String(), "[1,2]", "[1,2]"],
  ["a text member: null stays text", Type.Union([Type.String(), Type.Null()]), "null", "null"],
  ["a text member: true stays text", Type.String(), "true", "true"],
  ["text or number: stays text", Type.Union([Type.String(), Type.Integer()]), "5", "5"],
  ["an open member", Type.Unknown(), "5", "5"],
  ["what is no number", Type.Integer(), "five", "five"],
  ["an empty text", Type.Integer(), "", ""],
  ["hexadecimal", Type.Integer(), "0x10", "0x10"],
  ["a number that would lose digits", Type.Integer(), "9007199254740993", "9007199254740993"],
  ["a list that does not end", Type.Array(Type.Integer()), "[1,2", "[1,2"],
  ["null where it is not possible", Type.Integer(), "null", "null"],
  ["1 is not true", Type.Boolean(), "1", "1"],
  ["a number with leading zeros, which is a reference", Type.Integer(), "007", "007"],
  ["leading zeros in a list", Type.Array(Type.Integer()), ["007", "7"], ["007", 7]],
  ["a number with a plus sign", Type.Integer(), "+55", "+55"],
  ["an integer with an exponent", Type.Integer(), "1e3", 1000],
  ["an integer with a zero behind its point", Type.Integer(), "5.0", 5],
  ["a number that is not whole, for the validation to refuse", Type.Integer(), "5.5", 5.5],
  ["an exponent without end", Type.Number(), "1e999", "1e999"],
  ["an exponent that leaves nothing", Type.Number(), "1e-400", "1e-400"],
  ["zero with an exponent", Type.Number(), "0e5", 0],
  ["minus zero", Type.Integer(), "-0", 0],
  ["a separator of thousands", Type.Integer(), "1,000", "1,000"],
  ["a decimal comma", Type.Number(), "-15,78", "-15,78"],
  ["digits of another script", Type.Integer(), "５", "５"],
  ["what is not a number by name", Type.Number(), "NaN", "NaN"],
  ["only spaces", Nullable(Type.Integer()), "  ", "  "],
  ["an empty text where null is possible", Nullable(Type.Integer()), "", ""],
  [
    "a list with one number that would lose digits",
    Type.Array(Type.Integer()),
    "[9007199254740993]",
    "[9007199254740993]",
  ],
  ["numbers with commas, which are no list", Type.Array(Type.Integer()), "1,2", "1,2"],
  ["one number for a list", Type.Array(Type.Integer()), "5", "5"],
  ["a list of another language", Type.Array(Type.String()), "['a']", "['a']"],
  ["a list for an object", Place, "[1]", "[1]"],
  ["a list in a list, both text", Type.Array(Type.Array(Type.Integer())), '["[1]", [2]]', [[1], [2]]],
  ["null in a list", Type.Array(Nullable(Type.Integer())), ["null", "3"], [null, 3]],
  ["null for an object", Type.Union([Place, Type.Null()]), "null", null],
  ["null for a date", Type.Union([Type.String({ format: "date" }), Type.Null()]), " null ", null],
  [
    "null for a code of digits",
    Type.Union([Type.String({ pattern: "^[0-9]{6}$" }), Type.Null()]),
    "null",
    null,
  ],
  [
    "a code of digits",
    Type.Union([Type.String({ pattern: "^[0-9]{6}$" }), Type.Integer()]),
    "012345",
    "012345",
  ],
  ["a date that is none, for the validation to refuse", Type.String({ format: "date" }), "null", "null"],
  ["a word in other letters", Words, "PDF", "PDF"],
  ["a word with spaces", Words, " pdf ", " pdf "],
  ["a number of an enumeration", Type.Union([Type.Literal(1), Type.Literal(2)]), "2", 2],
  ["TRUE with spaces", Type.Boolean(), " TRUE ", true],
  ["yes", Type.Boolean(), "yes", "yes"],
  ["members that the schema does not have", Place, { line1: "1", other: "2" }, { line1: "1", other: "2" }],
];

for (const [name, schema, sent_value, read] of CASES)
  test(`reads ${name}`, () => {
    assert.deepEqual(readArguments(schema as JsonSchema, sent_value), read);
  });

test("a name of the language is a member like others, and deep nesting ends", () => {
  const sent_value = JSON.parse('{"__proto__": {"x": 1}, "line1": "1"}');
  const read = readArguments(Place as unknown as JsonSchema, sent_value) as object;
  assert.deepEqual(Object.keys(read), ["__proto__", "line1"]);
  assert.equal(({} as { x?: number }).x, undefined);
  const deep = `${"[".repeat(5000)}${"]".repeat(5000)}`;
  readArguments(Type.Array(Type.Array(Type.Unknown())) as unknown as JsonSchema, deep);
});

const service = await testService();

test("a tool reads them; REST and GraphQL refuse them", async () => {
  const business = await service.business();
  const admin = await business.person("client_admin");
  const order = await business.order();
  const call = async (name: string, args: object, path = "/mcp") => {
    const params = { name, arguments: args };
    const { body } = await admin.http("POST", path, { jsonrpc: "2.0", id: 1, method: "tools/call", params });
    return body.result.structuredContent;
  };
  const detail = await call("get_order_detail", { order_id: String(order.id) });
  assert.equal(detail.order.order_id, order.id);
  const held = await call("hold_order", { order_id: String(order.id), reason: "5", confirm: "true" });
  assert.equal(held.status, "HOLD");
  assert.equal(held.order?.hold?.reason ?? "5", "5");
  const listed = await call("get_orders", { per_page: "5", on_route: "false" });
  assert.equal(listed.per_page, 5);
  const preview = await call("create_order", {
    dropoff: JSON.stringify({
      line1: "Quadra 1",
      city: "Brasília",
      country: "BR",
      lat: "-15.7",
      lng: "-47.9",
    }),
    dry_run: "true",
  });
  assert.equal(preview.dry_run, true, JSON.stringify(preview));
  const endpoints = await call("get_api_endpoints", { limit: "2" }, "/mcp/developer");
  assert.equal(endpoints.endpoints.length, 2);
  for (const order_id of ["five", `0${order.id}`, "", "null", `${order.id}.5`, "1e30"]) {
    const refused = await call("get_order_detail", { order_id });
    assert.equal(refused.error.code, "INVALID_REQUEST", order_id);
  }
  // The arguments of a proposed tool are read by the schema of that tool; it may be sent as text itself.
  const released = { order_id: String(order.id), confirm: "true" };
  for (const sent_value of [released, JSON.stringify(released)]) {
    const proposed = await call("propose_write", { tool: "release_order", arguments: sent_value });
    assert.equal(proposed.state, "pending", JSON.stringify(proposed));
  }
  const by_rest = await admin.http("POST", "/api/v1/approvals", {
    tool: "release_order",
    arguments: released,
  });
  assert.equal(by_rest.body.error_code, "INVALID_REQUEST");
  const rest = await admin.http("POST", `/api/v1/client/orders/${order.id}/hold`, { reason: 5 });
  assert.ok(rest.status >= 400);
  const created = await admin.http("POST", "/api/v1/client/orderCreate", { dropoff: '{"line1":"Quadra 1"}' });
  assert.equal(created.body.error_code, "INVALID_REQUEST");
  const query = `{ clientOrders(per_page: "5") { total } }`;
  const { body } = await admin.http("POST", "/api/graphql", { query });
  assert.ok(body.errors?.length > 0);
});
