import assert from "node:assert/strict";
import { test } from "node:test";
import Type from "typebox";
import { plainMessage } from "#operation/response/messages.ts";
import { testEvent } from "#tests/support/events.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import type { Operation } from "../define/define.ts";
import { resumeExternalCalls } from "./external-calls.ts";

const service = await testService();
const registry = service.runtime.registry.operations as Map<string, Operation>;

let carrier: (reference: string) => Promise<string>;
let performed = 0;

/**
 * A purchase as an operation implements it: rows first, the carrier after the commit, the outcome in a second
 * transaction.
 */
const buy = {
  name: "testBuy",
  summary: "Buy",
  family: "test",
  effect: "write",
  risk: "medium",
  access: { roles: ["client_admin"], scopes: ["orders:write"] },
  input: Type.Object({ reference: Type.String() }),
  output: Type.Object({ state: Type.String(), label: Type.Union([Type.String(), Type.Null()]) }),
  refusals: {},
  unpredicted: ["label"],
  async run({ emit }, input) {
    const { reference } = input as { reference: string };
    emit(testEvent({ subject: { type: "label", id: reference, is_new: true }, kind: "test.requested" }));
    return { state: "PURCHASING", label: null };
  },
  async perform(_context, input) {
    performed += 1;
    return carrier((input as { reference: string }).reference);
  },
  async settle({ emit }, input, _answer, outcome) {
    const { reference } = input as { reference: string };
    emit(testEvent({ subject: { type: "label", id: reference }, kind: "test.purchased" }));
    return { state: "READY", label: outcome };
  },
} as Operation;
registry.set(buy.name, buy);
const call = { name: "testBuy", input: buy.input, output: buy.output };

test("the external service is called after the commit and its response is settled once, also on replays", async () => {
  const business = await service.business();
  carrier = async (reference) => `label of ${reference}`;
  performed = 0;
  const first = await business.as("client_admin")(call, { reference: "a" }, { idempotency_key: "one" });
  assert.deepEqual(first, { state: "READY", label: "label of a" });
  const again = await business.as("client_admin")(call, { reference: "a" }, { idempotency_key: "one" });
  assert.deepEqual(again, first);
  assert.equal(performed, 1);
  assert.deepEqual(
    (await business.readEvents("label", "a")).map((event) => event.kind),
    ["test.requested", "test.purchased"],
  );
});

test("a dry run calls no external service and lists what it cannot predict", async () => {
  const business = await service.business();
  performed = 0;
  const person = await business.person("client_admin");
  const result = await service.call(person.actor, buy, { reference: "b" }, { dry_run: true });
  assert.partialDeepStrictEqual(result, {
    kind: "dry_run",
    answer: { state: "PURCHASING", label: null },
    unpredicted: ["label"],
  });
  assert.equal(performed, 0);
  assert.equal(
    await service.system.row("select 1 from external_call where business_id = $1", [business.id]),
    undefined,
  );
});

test("when the external service fails the write stays committed, and a worker completes the call once, later", async () => {
  const business = await service.business();
  carrier = async () => {
    throw new Error("the carrier is down");
  };
  const answer = await business.as("client_admin")(call, { reference: "c" }, { idempotency_key: "three" });
  assert.deepEqual(answer, { state: "PURCHASING", label: null });
  assert.equal(await resumeExternalCalls(service.runtime), 0, "it is not due yet");

  carrier = async (reference) => `late label of ${reference}`;
  service.advance(61_000);
  await Promise.all([resumeExternalCalls(service.runtime), resumeExternalCalls(service.runtime)]);
  assert.deepEqual(
    (await business.readEvents("label", "c")).map((event) => event.kind),
    ["test.requested", "test.purchased"],
  );
  const replay = await business.as("client_admin")(call, { reference: "c" }, { idempotency_key: "three" });
  assert.deepEqual(
    replay,
    { state: "READY", label: "late label of c" },
    "a replay answers the present state",
  );
  service.advance(3_600_000);
  assert.equal(await resumeExternalCalls(service.runtime), 0);
});

test("a refusal returned by a run or a settle reaches the caller, commits what was written, and does not use the idempotency key", async () => {
  const business = await service.business();
  const person = await business.person("client_admin");
  const refused = {
    ...buy,
    name: "testRefused",
    refusals: { declined: "unavailable" },
    async run({ emit, refuse }, input) {
      const { reference } = input as { reference: string };
      emit(testEvent({ subject: { type: "label", id: reference, is_new: true }, kind: "test.requested" }));
      return reference.startsWith("now")
        ? refuse("declined", { message: plainMessage({ en: "Declined." }, "business") })
        : { state: "PURCHASING", label: null };
    },
    perform: async () => "declined",
    async settle({ emit, refuse }, input) {
      const { reference } = input as { reference: string };
      emit(testEvent({ subject: { type: "label", id: reference }, kind: "test.declined" }));
      return refuse("declined", { message: plainMessage({ en: "Declined." }, "business") });
    },
  } as Operation;
  registry.set(refused.name, refused);
  for (const [reference, kinds] of [
    ["now", ["test.requested"]],
    ["later", ["test.requested", "test.declined"]],
  ] as const) {
    const refusal = await catchRefusal(
      service.call(person.actor, refused, { reference }, { idempotency_key: reference }),
    );
    assert.equal(refusal.code, "declined");
    const events = await business.readEvents("label", reference);
    assert.deepEqual(
      events.map((event) => event.kind),
      kinds,
    );
    const dry = service.call(person.actor, refused, { reference: `${reference}2` }, { dry_run: true });
    if (reference === "now") assert.equal((await catchRefusal(dry)).code, "declined");
    else assert.equal((await dry).kind, "dry_run");
    assert.deepEqual(await business.readEvents("label", `${reference}2`), []);
  }
  assert.equal(
    await service.system.row("select 1 from idempotency where business_id = $1", [business.id]),
    undefined,
  );
  service.advance(3_600_000);
  assert.equal(await resumeExternalCalls(service.runtime), 0);
});
