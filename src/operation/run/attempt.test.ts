/** Operations that run inside another one: what a refused one leaves behind, and what it may not do. */

import assert from "node:assert/strict";
import { test } from "node:test";
import Type from "typebox";
import { loadRegistry } from "#operation/define/registry.ts";
import { plainMessage } from "#operation/response/messages.ts";
import { testEvent } from "#tests/support/events.ts";
import { testService } from "#tests/support/service.ts";
import type { Attempted, Context } from "../define/context.ts";
import type { Operation } from "../define/define.ts";

type Item = { code: string; how: "done" | "thrown" | "returned" | "thrown_late" };

async function createCustomer({ db, business_id, emit }: Context<string>, code: string) {
  await db.execute("insert into customer (business_id, code, name) values ($1, $2, 'Ann')", [
    business_id,
    code,
  ]);
  emit(testEvent({ subject: { type: "customer", id: code, is_new: true }, kind: "test.created" }));
}

/** Writes, and then ends as its input says. */
const item = {
  name: "testItem",
  summary: "Create a customer",
  family: "test",
  effect: "write",
  risk: "medium",
  access: { roles: ["client_admin"], scopes: ["orders:write"] },
  queueable: true,
  input: Type.Object({ code: Type.String(), how: Type.String() }),
  output: Type.Object({ code: Type.String() }),
  refusals: { taken: "conflict" },
  async run(context, input) {
    const { code, how } = input as Item;
    if (how === "thrown_late") {
      const late = new Promise((resolve) => setImmediate(resolve)).then(() => createCustomer(context, code));
      late.catch((error: Error) => late_errors.push(error.message));
      throw context.refuse("taken", { message: plainMessage({ en: "Taken." }, "business") });
    }
    await createCustomer(context, code);
    seen_events.push(context.emitted("customer", "attempt-1").length);
    if (how === "thrown")
      throw context.refuse("taken", { message: plainMessage({ en: "Taken." }, "business") });
    return how === "returned"
      ? context.refuse("taken", { message: plainMessage({ en: "Taken." }, "business") })
      : { code, inside: "not declared" };
  },
} as Operation;
const late_errors: string[] = [];
/** How many events of the first item each item saw. */
let seen_events: number[] = [];

const other = { ...item, name: "testOther", access: { roles: ["driver"], scopes: [] } } as Operation;
const unmarked: Operation = { ...item, name: "testUnmarked" };
delete unmarked.queueable;

let attempts: Attempted[] = [];

const batch = {
  name: "testBatch",
  summary: "Run items",
  family: "test",
  effect: "write",
  risk: "medium",
  access: { roles: ["client_admin", "employee"], scopes: [] },
  input: Type.Object({ items: Type.Array(Type.Unknown()), named: Type.Optional(Type.String()) }),
  output: Type.Object({ result: Type.Boolean() }),
  refusals: {},
  async run(context, input) {
    const { items, named: operation_name = item.name } = input as {
      items: Record<string, unknown>[];
      named?: string;
    };
    attempts = [];
    seen_events = [];
    for (const one of items)
      attempts.push(await context.attempt({ name: operation_name }, one, { sent_at: undefined }));
    await new Promise((resolve) => setImmediate(resolve));
    return { result: true };
  },
} as Operation;

const service = await testService({ operations: [item, other, unmarked, batch] });
const call = { name: batch.name, input: batch.input, output: batch.output };

async function read(business_id: number) {
  const rows = await service.system.rows<{ code: string }>(
    "select code from customer where business_id = $1 and code like 'attempt-%' order by code",
    [business_id],
  );
  const events = await service.system.rows<{ subject_id: string; operation: string }>(
    "select subject_id, operation from event where business_id = $1 and kind = 'test.created' and subject_id like 'attempt-%' order by 1",
    [business_id],
  );
  return { rows: rows.map(({ code }) => code), events: events.map(({ subject_id }) => subject_id) };
}

const listOutcomes = () => attempts.map((one) => ("answer" in one ? one.answer : one.refusal.code));

test("a thrown refusal undoes its item alone, a returned one keeps what it wrote, and both are values", async () => {
  const business = await service.business();
  const items = [
    { code: "attempt-1", how: "done" },
    { code: "attempt-2", how: "thrown" },
    { code: "attempt-3", how: "returned" },
    { code: "attempt-4", how: "done" },
  ];
  assert.deepEqual(await business.as("client_admin")(call, { items }), { result: true });
  // Only declared members are in the answer.
  assert.deepEqual(listOutcomes(), [{ code: "attempt-1" }, "taken", "taken", { code: "attempt-4" }]);
  assert.deepEqual(seen_events, [1, 1, 1, 1]);
  const remaining_codes = ["attempt-1", "attempt-3", "attempt-4"];
  assert.deepEqual(await read(business.id), { rows: remaining_codes, events: remaining_codes });
});

test("a dry run of a batch keeps nothing of its items", async () => {
  const business = await service.business();
  await business.as("client_admin")(call, { items: [{ code: "attempt-1", how: "done" }] }, { dry_run: true });
  assert.deepEqual(listOutcomes(), [{ code: "attempt-1" }]);
  assert.deepEqual(await read(business.id), { rows: [], events: [] });
});

test("a part of a refused item that goes on cannot write any more", async () => {
  const business = await service.business();
  await business.as("client_admin")(call, { items: [{ code: "attempt-1", how: "thrown_late" }] });
  assert.deepEqual(late_errors, ["This run was refused and may not write any more."]);
  assert.deepEqual(await read(business.id), { rows: [], events: [] });
});

test("an item is refused like its own call: by role, by permission and by its input", async () => {
  const business = await service.business();
  const items = [{ code: "attempt-1", how: "done" }];
  await business.as("client_admin")(call, { items, named: other.name });
  assert.deepEqual(listOutcomes(), ["forbidden"]);
  await business.as("client_admin")(call, { items: [{ code: 1, how: "done" }] });
  assert.deepEqual(listOutcomes(), ["invalid_request"]);
  const { actor } = await business.person("client_admin");
  await service.call({ ...actor, token_scopes: new Set() }, call, { items });
  assert.deepEqual(listOutcomes(), ["scope_missing"]);
  assert.deepEqual(await read(business.id), { rows: [], events: [] });
});

test("an operation that is not queueable is not run", async () => {
  const business = await service.business();
  await assert.rejects(
    business.as("client_admin")(call, { items: [{ code: "attempt-1", how: "done" }], named: unmarked.name }),
    /testUnmarked is not queueable/,
  );
  assert.deepEqual(await read(business.id), { rows: [], events: [] });
});

test("every queueable operation writes, in its transaction alone", async () => {
  const { operations } = await loadRegistry();
  const queueable = [...operations.values()].filter((operation) => operation.queueable);
  assert.ok(queueable.length >= 12);
  for (const { name, effect, prepare, perform, secret_answer } of queueable)
    assert.deepEqual(
      { name, effect, prepare, perform, secret_answer },
      { name, effect: "write", prepare: undefined, perform: undefined, secret_answer: undefined },
    );
});
