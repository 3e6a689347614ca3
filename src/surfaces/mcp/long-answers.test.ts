/** Answers beyond 5,000 tokens, over both servers: they fit, fit their schemas, and what is missing is read by the call they name. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { asAdmin, type Headers, openMcp } from "#tests/support/mcp.ts";
import { testService } from "#tests/support/service.ts";
import { getTools } from "./catalogue.ts";
import { LIMIT_BYTES } from "./limit-answer.ts";

const service = await testService();
const mcp = openMcp(service);
const { registry } = service.runtime;
const ajv = new Ajv2020({ strict: false });
const DEVELOPER = "/mcp/developer";

const business = await service.business();
const headers = await asAdmin(business);
const dropoff = { line1: "Quadra 7", city: "Brasília", country: "BR", lat: -15.7, lng: -47.9 };
const orders = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_one, number) => ({
    dropoff: { ...dropoff, name: `Recipient ${number}` },
    note: "n".repeat(300),
    ...more,
  }));

// biome-ignore lint/suspicious/noExplicitAny: an answer is looked into member by member.
type Answer = Record<string, any>;

const validators = new Map<string, ReturnType<Ajv2020["compile"]>>();
function getValidator(name: string, path: string) {
  const key = `${path} ${name}`;
  const tool = getTools(registry, path === DEVELOPER ? "developer" : "user").find((one) => one.name === name);
  const validate = validators.get(key) ?? ajv.compile(tool?.definition.outputSchema ?? {});
  validators.set(key, validate);
  return validate;
}

async function ask(
  name: string,
  args: object,
  path = "/mcp",
  own_headers: Headers = headers,
): Promise<Answer> {
  const { structuredContent } = await mcp.call(name, args, own_headers, path);
  const bytes = Buffer.byteLength(JSON.stringify(structuredContent));
  assert.ok(bytes <= LIMIT_BYTES, `${name} ${JSON.stringify(args).slice(0, 80)}: ${bytes} bytes`);
  const validate = getValidator(name, path);
  assert.ok(validate(structuredContent), JSON.stringify(validate.errors));
  return structuredContent;
}

/** The answer, and those that follow: by `shortened.next`, else by the paging of the list. */
async function readOn(name: string, args: object, path = "/mcp"): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next: object | undefined = args;
  while (next !== undefined) {
    const answer = await ask(name, next, path);
    answers.push(answer);
    assert.ok(answers.length < 100);
    next = answer["shortened"]?.next ?? findNextPage(next, answer);
  }
  return answers;
}

function findNextPage(
  page_answer: Answer,
  { page, per_page, total, next_cursor }: Answer,
): object | undefined {
  if (typeof next_cursor === "string") return { ...page_answer, page: undefined, cursor: next_cursor };
  const is_last = page === undefined || page_answer["cursor"] !== undefined || page * per_page >= total;
  return is_last ? undefined : { ...page_answer, page: page + 1 };
}

const creation = await ask("bulk_create_orders", { orders: orders(100), confirm: true });
assert.equal(creation["done"], 100);
const held: number[] = creation["orders"].slice(0, 60).map((one: { order_id: number }) => one.order_id);
for (const order_id of held)
  await ask("hold_order", { order_id, reason: "address to be verified".repeat(9), confirm: true });
const [noted = 0] = held;
for (let round = 0; round < 70; round += 1)
  await ask("update_order_note", { order_id: noted, note: `${round} ${"x".repeat(400)}` });

const rest = async (path: string) => (await business.http("client_admin", "GET", path)).body;

const LISTS: [string, object, string, (answer: Answer) => unknown[]][] = [
  [
    "get_orders",
    { view: "full", per_page: 100 },
    "/api/v1/client/orders?per_page=200",
    ({ orders: rows = [] }) => rows.map((row: Answer) => row["id"]),
  ],
  [
    "get_orders",
    { view: "full", per_page: 30, page: 2 },
    "/api/v1/client/orders?per_page=200",
    ({ orders: rows = [] }) => rows.map((row: Answer) => row["id"]),
  ],
  [
    "list_exceptions",
    { view: "full", per_page: 50 },
    "/api/v1/client/exceptions?per_page=200",
    ({ exceptions = [] }) => exceptions.map((row: Answer) => row["order"].id ?? row["order"].order_id),
  ],
  [
    "list_exceptions",
    { view: "full", per_page: 20, page: 2 },
    "/api/v1/client/exceptions?per_page=200",
    ({ exceptions = [] }) => exceptions.map((row: Answer) => row["order"].id ?? row["order"].order_id),
  ],
];
for (const [name, args, path, listIds] of LISTS)
  test(`pages of ${name} with ${JSON.stringify(args)} are followed to the end, each row once`, async () => {
    const answers = await readOn(name, args);
    const [first] = answers as [Answer];
    const { page = 1, per_page } = args as { page?: number; per_page: number };
    assert.ok(first["per_page"] < per_page, JSON.stringify(first["shortened"]));
    assert.match(first["shortened"].message, /rows are longer than one answer may be, so these are \d+/);
    const all_ids = listIds(await rest(path));
    assert.deepEqual(answers.flatMap(listIds), all_ids.slice((page - 1) * per_page));
    // What the answer calls its page is the page that it is.
    const again = await ask(name, { ...args, page: first["page"], per_page: first["per_page"] });
    assert.deepEqual(listIds(again), listIds(first));
  });

const RECORDS: [string, object, string, string, (answer: Answer) => unknown[]][] = [
  [
    "get_order_audit_timeline",
    { order_id: noted },
    DEVELOPER,
    `/api/v1/client/orders/${noted}/history`,
    ({ events = [] }) => events.map((one: Answer) => one["seq"] ?? one["id"]),
  ],
  [
    "order_snapshot",
    { order_id: noted, view: "full" },
    "/mcp",
    `/api/v1/client/orders/${noted}/snapshot`,
    ({ events = [] }) => events.map((one: Answer) => one["seq"] ?? one["id"]),
  ],
];
for (const [name, args, path, address, listIds] of RECORDS)
  test(`${name} of a record with much in it is read part by part`, async () => {
    const answers = await readOn(name, args, path);
    assert.ok(answers.length > 1);
    assert.equal(answers[0]?.["shortened"].parts, answers.length);
    const full_answer = await rest(address);
    assert.deepEqual(answers.flatMap(listIds), listIds(full_answer));
    assert.ok(listIds(full_answer).length > 60);
    const past = await ask(name, { ...args, part: answers.length + 1 }, path);
    assert.match(past["error"].details[0].message, new RegExp(`there are ${answers.length} parts`));
    for (const part of [0, -1, 1.5, "x"])
      assert.equal((await ask(name, { ...args, part }, path))["error"].details[0].field, "part");
  });

test("a resource that is read as a tool has the same limit", async () => {
  const uri = `packhorse://orders/${noted}/timeline`;
  const { body } = await mcp.rpc("resources/read", { uri }, headers);
  const [{ text }] = body.result.contents;
  assert.ok(Buffer.byteLength(text) <= LIMIT_BYTES);
});

test("a refusal, the result of a batch and its preview are not read on by calling again", async () => {
  const fields = Array.from({ length: 300 }, (_one, number) => `misspelt${"_field".repeat(30)}_${number}`);
  const refused = await ask("run_graphql_query", { query: `{ ${fields.join(" ")} }` }, DEVELOPER);
  assert.ok(refused["error"].details.length > 0);
  assert.equal(refused["shortened"]?.next, undefined);
  const misspelt = await ask("get_orders", { ["misspelt".repeat(4000)]: 1 });
  assert.deepEqual([misspelt["error"].code, misspelt["shortened"]?.next], ["INVALID_REQUEST", undefined]);
  const failed = await ask("bulk_create_orders", {
    orders: orders(100, { dropoff: { line1: "", city: "", country: "XX" }, ref: "r".repeat(60) }),
    confirm: true,
  });
  assert.deepEqual([failed["done"], failed["failed"]], [0, 100]);
  assert.equal(failed["shortened"]?.next, undefined);
  const preview = await ask("bulk_create_orders", { orders: orders(100), dry_run: true });
  assert.equal(preview["dry_run"], true);
  const written = await ask("update_order_note", { order_id: noted, note: "y", part: 2 });
  assert.equal(written["error"].details[0].field, "part", "a write has no parts");
});

test("what a connection may do fits for every role", async () => {
  for (const role of ["client_admin", "employee", "driver", "customer"] as const) {
    const own_headers = { authorization: `Bearer ${(await business.person(role)).token}` };
    assert.equal((await ask("get_capabilities", {}, "/mcp", own_headers))["role"], role);
  }
});

test("the instructions of both servers tell how a long answer goes on, which no schema of a tool has", async () => {
  for (const path of ["/mcp", DEVELOPER]) {
    const client = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "t", version: "1" },
    };
    const { instructions } = (await mcp.rpc("initialize", client, headers, path)).body.result;
    assert.match(instructions, /shortened\.next/);
    assert.match(instructions, /part/);
  }
});
