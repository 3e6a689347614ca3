/**
 * A dry run leaves the whole database as it was, and answers what the write will answer: `X-MCP-Dry-Run: 1` on every write tool. An invalid value of
 * the switch is refused on every surface, so that an intended preview never writes.
 */
import assert from "node:assert/strict";
import { request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import type { JsonSchema } from "#operation/define/schema.ts";
import { NOT_IN_PREVIEWS } from "#operation/define/secrets.ts";
import { getTools } from "#surfaces/mcp/catalogue.ts";
import type { Tool } from "#surfaces/mcp/tool.ts";
import { recordChanges } from "#tests/support/changes.ts";
import { applyMask, maskDifferences } from "#tests/support/masks.ts";
import type { Fixture, Kind, PersonRole } from "#tests/support/samples.ts";
import { listSecretPaths } from "#tests/support/secret-paths.ts";

import { createFixture, loadIds, samples, surfaceService } from "./fixture.ts";
import { minimalInput } from "./inputs.ts";
import { listKinds, listSampleCalls, roleFor } from "./sample-calls.ts";

type Values = Record<string, unknown>;

const service = await surfaceService();
const fixture = await createFixture(service, await service.business(), "Heron");
const { token } = fixture.people.client_admin;
const changes = await recordChanges(service, samples.written_by_any_call);

async function call(
  role: PersonRole,
  tool: string,
  args: Record<string, unknown>,
  headers: Record<string, string> = {},
) {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: args } };
  const { body } = await service.http("POST", "/mcp", message, {
    authorization: `Bearer ${fixture.people[role].token}`,
    ...headers,
  });
  return body.result;
}

/** The sample call of a tool: who makes it, and its arguments for a fixture. */
function getSample({ source, name }: Tool) {
  assert("operation" in source, `${name} is no operation.`);
  const { operation } = source;
  const [sample_call] = listSampleCalls(operation);
  const role: PersonRole = sample_call?.as ?? roleFor(operation) ?? "client_admin";
  const { kinds = [], own_kinds = [] } = sample_call === undefined ? {} : listKinds(sample_call);
  const build = async (records: Fixture): Promise<Values> => {
    const ids = await loadIds(records, [...kinds, ...own_kinds]);
    return sample_call?.input(ids, ids) ?? (minimalInput(operation.input as JsonSchema) as Values);
  };
  return { role, build };
}

/** The same people and business, with records of its own. */
function withOwnRecords(records: Fixture): Fixture {
  const ids_by_kind = new Map<Kind, Promise<unknown>>();
  const own_records: Fixture = {
    ...records,
    id(kind) {
      if (!ids_by_kind.has(kind)) ids_by_kind.set(kind, own_records.another(kind));
      return ids_by_kind.get(kind) as never;
    },
    another: async (kind) => (await records.samples.records[kind].create(own_records)) as never,
  };
  return own_records;
}

const writes = getTools(service.runtime.registry, "user").filter((tool) => tool.effect === "write");

test("every write tool returns what it would do, and leaves every table unchanged", async () => {
  assert(writes.length >= 10);
  for (const tool of writes) {
    const { role, build } = getSample(tool);
    const input = await build(fixture);
    await changes.take();
    const result = await call(role, tool.name, input, { "x-mcp-dry-run": "1" });
    assert.equal(result?.isError ?? false, false, `${tool.name}: ${JSON.stringify(result).slice(0, 600)}`);
    assert.equal(result.structuredContent.dry_run, true, tool.name);
    assert(Array.isArray(result.structuredContent.would_emit), tool.name);
    assert.deepEqual(await changes.take(), [], `${tool.name} left something`);
    if (tool.risk === "high") {
      const unconfirmed = await call(role, tool.name, input);
      assert.equal(unconfirmed.isError, true, `${tool.name} ran without confirm`);
      assert.equal(unconfirmed.structuredContent.error.code, "CONFIRM_REQUIRED");
      assert.deepEqual(await changes.take(), [], `${tool.name} without confirm left something`);
    }
  }
});

function deleteMember(value: Values, [name = "", ...rest]: readonly string[]): void {
  if (rest.length === 0) delete value[name];
  else if (name in value) deleteMember(value[name] as Values, rest);
}

/** The kinds of the events, of each subject in order; those of different subjects may interleave. */
const countKinds = (events: readonly { subject_type: string; kind: string }[]) =>
  Object.fromEntries(
    [...Map.groupBy(events, ({ subject_type }) => subject_type)]
      .map(([type, own_kinds]) => [type, own_kinds.map(({ kind }) => kind).toSorted()] as const)
      .toSorted(([one], [other]) => one.localeCompare(other)),
  );

test("a write answers what its dry run answered, but for what that calls unpredicted, and emits its events", async () => {
  const wrong: string[] = [];
  for (const tool of writes) {
    const { role, build } = getSample(tool);
    const performs = "operation" in tool.source && tool.source.operation.perform !== undefined;
    const input = await build(withOwnRecords(fixture));
    const preview = async () =>
      (await call(role, tool.name, input, { "x-mcp-dry-run": "1" })).structuredContent;
    // What differs between two previews, such as new ids, differs in the answer too.
    const [one, other] = [await preview(), await preview()];
    const [head] = await service.system.rows<{ id: number }>("select coalesce(max(id), 0) as id from event");
    const result = await call(role, tool.name, { ...input, ...(tool.confirm ? { confirm: true } : {}) });
    const emitted = await service.system.rows<{ subject_type: string; kind: string }>(
      "select subject_type, kind from event where id > $1 and surface = 'mcp' order by id",
      [head?.id],
    );
    const {
      dry_run: _dry_run,
      would_emit,
      would_emit_total,
      changes: _changes,
      // Of the members that each of the two has.
      untrusted: _untrusted,
      unpredicted,
      ...predicted
    } = one;
    const { untrusted: _written, ...answer } = result.structuredContent;
    for (const path of unpredicted)
      for (const side of [predicted, answer]) deleteMember(side, path.split("."));
    const mask = maskDifferences(predicted, other);
    try {
      assert.deepEqual(applyMask(answer, mask), mask);
      // What a service outside answers has events of its own.
      if (would_emit_total === undefined && !performs)
        assert.deepEqual(countKinds(emitted), countKinds(would_emit));
    } catch (error) {
      wrong.push(`${tool.name}: ${(error as Error).message.slice(0, 1500)}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test("rows that are written are noticed, so that the others are not compared with nothing", async () => {
  await changes.take();
  await fixture.another("order");
  const written = (await changes.take()).map(({ table }) => table);
  for (const table of ["delivery_order", "event"]) assert(written.includes(table), written.join());
});

/** Over a raw socket, so that a header can be repeated. */
async function posted(path: string, body: unknown, headers: readonly string[]) {
  const { port } = service.app.server.address() as AddressInfo;
  const own_headers = ["host", "localhost", "content-type", "application/json", "accept", "application/json"];
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const client_request = send(
      {
        port,
        path,
        method: "POST",
        headers: [...own_headers, "authorization", `Bearer ${token}`, ...headers],
      },
      async (answer) => {
        let text = "";
        for await (const part of answer) text += part;
        resolve({ status: answer.statusCode ?? 0, text });
      },
    );
    client_request.on("error", reject);
    client_request.end(JSON.stringify(body));
  });
}

test("a switch that is neither on nor off is 400 and writes nothing, sent once or twice, on every surface", async () => {
  await service.app.listen({ port: 0, host: "127.0.0.1" });
  const dropoff = { line1: "Quadra 1", city: "Brasília", country: "BR", lat: -15.7, lng: -47.9 };
  const query =
    'mutation { clientOrderCreate(dropoff: { line1: "Quadra 1", city: "Brasília", country: "BR" }) { order_id } }';
  const params = { name: "create_order", arguments: { dropoff } };
  const surfaces = [
    ["X-Dry-Run", "/api/v1/client/orderCreate", { dropoff }, /"INVALID_HEADER"/],
    ["X-Dry-Run", "/api/graphql", { query }, /"INVALID_HEADER"/],
    ["X-MCP-Dry-Run", "/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params }, /-32602/],
    ["X-MCP-Require-Approval", "/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params }, /-32602/],
  ] as const;
  const values = ["yes", "on", "2", "-1", "TRUE", "1, 1", "1;q=1", "", "\u00b9", "[object Object]"];
  await changes.take();
  for (const [name, path, body, refused] of surfaces) {
    const header_values = [...values.map((value) => [value]), ["1", "1"], ["0", "1"], ["1", "0"], ["0", ""]];
    for (const each of header_values) {
      const { status, text } = await posted(
        path,
        body,
        each.flatMap((value) => [name, value]),
      );
      assert.equal(status, 400, `${name}: ${each.join(" | ")} on ${path}: ${text.slice(0, 200)}`);
      assert.match(text, refused);
    }
    for (const on of name === "X-MCP-Require-Approval" ? [] : ["1", "true", " 1 "])
      assert.equal((await posted(path, body, [name, on])).status, 200, `${name}: ${on} on ${path}`);
  }
  assert.deepEqual(await changes.take(), []);
  const read = await service.http("GET", "/api/v1/client/orders", undefined, {
    authorization: `Bearer ${token}`,
    "x-dry-run": "yes",
  });
  assert.deepEqual([read.status, read.body.error_code], [400, "INVALID_HEADER"]);
  const anonymous = await service.http(
    "POST",
    "/api/v1/client/orderCreate",
    { dropoff },
    { "x-dry-run": "yes" },
  );
  assert.equal(anonymous.status, 401);
});

test("what a dry run cannot predict is named by members of the answer, never in prose", () => {
  const wrong: string[] = [];
  for (const { name, output, unpredicted = [] } of service.runtime.registry.operations.values())
    for (const path of unpredicted)
      if (!hasMember(output as JsonSchema, path.split("."))) wrong.push(`${name}: ${path}`);
  assert.deepEqual(wrong, []);
});

function hasMember(schema: JsonSchema, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  if (schema.items !== undefined) return hasMember(schema.items, [name, ...rest]);
  if (schema.anyOf !== undefined) return schema.anyOf.some((branch) => hasMember(branch, [name, ...rest]));
  const member = schema.properties?.[name];
  return member !== undefined && hasMember(member, rest);
}

test("a dry run of any write tells changes whenever it tells events", async () => {
  const silent: string[] = [];
  let checked_count = 0;
  for (const [index, operation] of [...service.runtime.registry.operations.values()].entries()) {
    // Every tool, and of the others a part, because each takes records of its own.
    if (operation.mcp === undefined && index % 5 !== 0) continue;
    if (operation.effect !== "write" || operation.access.public || operation.cross_tenant) continue;
    const [sample_call] = listSampleCalls(operation);
    if (sample_call === undefined || roleFor(operation) === undefined) continue;
    const { kinds, own_kinds } = listKinds(sample_call);
    const ids = await loadIds(fixture, [...kinds, ...own_kinds]);
    const { actor } = fixture.people[sample_call.as];
    const result = await service
      .call(actor, operation, sample_call.input(ids, ids), { dry_run: true })
      .catch(() => undefined);
    if (result?.kind !== "dry_run" || result.would_emit.length === 0) continue;
    checked_count += 1;
    if ((result.changes ?? []).length === 0 && actor.hidden_prices.size === 0) silent.push(operation.name);
  }
  assert.ok(checked_count > 30, String(checked_count));
  assert.deepEqual(silent, []);
});

test("no dry run of any write shows a secret, which it rolls back", async () => {
  // The first URL of a business makes its secret.
  const fresh = await createFixture(service, await service.business(), "Ibis");
  const [shown_names, withheld]: [string[], string[]] = [[], []];
  const webhooks = {
    event_urls: [{ event_type: "order.created", urls: ["https://hooks.example/packhorse"] }],
  };
  for (const operation of service.runtime.registry.operations.values()) {
    const paths = listSecretPaths(operation.output as JsonSchema);
    if (operation.effect === "read" || paths.length === 0) continue;
    const [sample_call] = listSampleCalls(operation);
    const { kinds, own_kinds } =
      sample_call === undefined ? { kinds: [], own_kinds: [] } : listKinds(sample_call);
    const ids = await loadIds(fresh, [...kinds, ...own_kinds]);
    const input =
      operation.name === "webhookSettingsUpdate"
        ? webhooks
        : (sample_call?.input(ids, ids) ?? (minimalInput(operation.input as JsonSchema) as Values));
    const { actor } = fresh.people[sample_call?.as ?? roleFor(operation) ?? "client_admin"];
    const signed_in = { ...actor, is_signed_in: true };
    const result = await service.call(signed_in, operation, input, { dry_run: true }).catch(() => undefined);
    if (result?.kind !== "dry_run") continue;
    for (const path of paths) {
      const value = path
        .split(".")
        .reduce<unknown>((inside, name) => (inside as Values | null)?.[name], result.answer);
      if (typeof value === "string" && value !== NOT_IN_PREVIEWS)
        shown_names.push(`${operation.name}: ${path}`);
      else if (result.unpredicted.includes(path)) withheld.push(`${operation.name}: ${path}`);
    }
  }
  assert.deepEqual(shown_names, []);
  for (const secret_member of [
    "webhookSettingsUpdate: secret",
    "webhookSecretRotate: secret",
    "userTokenCreate: access_token",
  ])
    assert(withheld.includes(secret_member), `${secret_member} is not among ${withheld.join(", ")}`);
});

/** The members that a write is known to change, before and after. */
const DIFFERENCES: [string, Values, Values, Values][] = [
  ["webhookSettingsUpdate", { paused: true }, { paused: false }, { paused: true }],
  ["clientOrderNote", { note: "Ring twice" }, { note: "Heron note" }, { note: "Ring twice" }],
  [
    "clientOrderDeliveryInstruction",
    { delivery_instruction: "Back door" },
    {},
    { delivery_instruction: "Back door" },
  ],
  ["clientOrderHold", { reason: "unpaid" }, { status: "NEW_ORDER" }, { status: "HOLD" }],
  ["clientOrderCancel", {}, { status: "NEW_ORDER" }, { status: "CANCELLED" }],
];

for (const [name, values, before, after] of DIFFERENCES)
  test(`the changes of ${name} are its members before and after`, async () => {
    const operation = service.runtime.registry.get(name);
    const order_id = await fixture.another("order");
    const takes_order = "order_id" in ((operation.input as JsonSchema).properties ?? {});
    const result = await service.call(
      fixture.people.client_admin.actor,
      operation,
      { ...values, ...(takes_order ? { order_id } : {}) },
      { dry_run: true },
    );
    assert(result.kind === "dry_run");
    const [change] = result.changes ?? [];
    assert.partialDeepStrictEqual(change, { before, after });
  });

test("a plan that is tried does not say that it was asked as a preview", async () => {
  const build = service.runtime.registry.get("clientBuildRoute");
  const order_id = await fixture.another("order");
  const { actor } = fixture.people.client_admin;
  for (const preview of [false, true]) {
    const input = { order_ids: [order_id], engine: "savings", preview };
    const tried = await service.call(actor, build, input, { dry_run: true });
    assert(tried.kind === "dry_run");
    assert.equal(tried.answer["preview"], preview);
  }
});
