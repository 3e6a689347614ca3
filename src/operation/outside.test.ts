import assert from "node:assert/strict";
import { test } from "node:test";
import Type from "typebox";
import { refusalOf, testService } from "#tests/support/service.ts";
import type { Operation } from "./define.ts";
import { finishOutsideCalls } from "./perform.ts";

const service = await testService();
const registry = service.mechanism.registry.operations as Map<string, Operation>;

let carrier: (reference: string) => Promise<string>;
let performed = 0;

/** A purchase as an operation makes it: rows first, the carrier after the commit, the outcome in a second transaction. */
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
    emit({ subject: { type: "label", id: reference, first: true }, kind: "label.requested" });
    return { state: "PURCHASING", label: null };
  },
  async perform(_context, input) {
    performed += 1;
    return carrier((input as { reference: string }).reference);
  },
  async settle({ emit }, input, _answer, outcome) {
    emit({
      subject: { type: "label", id: (input as { reference: string }).reference },
      kind: "label.purchased",
    });
    return { state: "READY", label: outcome };
  },
} as Operation;
registry.set(buy.name, buy);
const call = { name: "testBuy", input: buy.input, output: buy.output };

test("the outside is asked after the commit and what it said is settled once, on replays too", async () => {
  const t = await service.business();
  carrier = async (reference) => `label of ${reference}`;
  performed = 0;
  const first = await t.as("client_admin")(call, { reference: "a" }, { idempotency_key: "one" });
  assert.deepEqual(first, { state: "READY", label: "label of a" });
  const again = await t.as("client_admin")(call, { reference: "a" }, { idempotency_key: "one" });
  assert.deepEqual(again, first);
  assert.equal(performed, 1);
  assert.deepEqual(
    (await t.eventsOf("label", "a")).map((event) => event.kind),
    ["label.requested", "label.purchased"],
  );
});

test("a dry run asks nobody and names what it cannot tell", async () => {
  const t = await service.business();
  performed = 0;
  const person = await t.person("client_admin");
  const result = await service.call(person.actor, buy, { reference: "b" }, { dry_run: true });
  assert.partialDeepStrictEqual(result, {
    kind: "dry_run",
    answer: { state: "PURCHASING", label: null },
    unpredicted: ["label"],
  });
  assert.equal(performed, 0);
  assert.equal(
    await service.system.row("select 1 from outside_call where business_id = $1", [t.id]),
    undefined,
  );
});

test("when the outside fails the write stays, and a worker finishes it later: once", async () => {
  const t = await service.business();
  carrier = async () => {
    throw new Error("the carrier is down");
  };
  const answer = await t.as("client_admin")(call, { reference: "c" }, { idempotency_key: "three" });
  assert.deepEqual(answer, { state: "PURCHASING", label: null });
  assert.equal(await finishOutsideCalls(service.mechanism), 0, "it is not due yet");

  carrier = async (reference) => `late label of ${reference}`;
  service.advance(61_000);
  await Promise.all([finishOutsideCalls(service.mechanism), finishOutsideCalls(service.mechanism)]);
  assert.deepEqual(
    (await t.eventsOf("label", "c")).map((event) => event.kind),
    ["label.requested", "label.purchased"],
  );
  const replay = await t.as("client_admin")(call, { reference: "c" }, { idempotency_key: "three" });
  assert.deepEqual(
    replay,
    { state: "READY", label: "late label of c" },
    "a replay answers the present state",
  );
  service.advance(3_600_000);
  assert.equal(await finishOutsideCalls(service.mechanism), 0);
});

test("a refusal that a run or a settle answers is told, leaves what was written, and uses up no key", async () => {
  const t = await service.business();
  const person = await t.person("client_admin");
  const refused = {
    ...buy,
    name: "testRefused",
    refusals: { declined: "unavailable" },
    async run({ emit, refuse }, input) {
      const { reference } = input as { reference: string };
      emit({ subject: { type: "label", id: reference, first: true }, kind: "label.requested" });
      return reference.startsWith("now") ? refuse("declined") : { state: "PURCHASING", label: null };
    },
    perform: async () => "declined",
    async settle({ emit, refuse }, input) {
      emit({
        subject: { type: "label", id: (input as { reference: string }).reference },
        kind: "label.declined",
      });
      return refuse("declined");
    },
  } as Operation;
  registry.set(refused.name, refused);
  for (const [reference, kinds] of [
    ["now", ["label.requested"]],
    ["later", ["label.requested", "label.declined"]],
  ] as const) {
    const refusal = await refusalOf(
      service.call(person.actor, refused, { reference }, { idempotency_key: reference }),
    );
    assert.equal(refusal.code, "declined");
    const events = await t.eventsOf("label", reference);
    assert.deepEqual(
      events.map((event) => event.kind),
      kinds,
    );
    const dry = service.call(person.actor, refused, { reference: `${reference}2` }, { dry_run: true });
    if (reference === "now") assert.equal((await refusalOf(dry)).code, "declined");
    else assert.equal((await dry).kind, "dry_run");
    assert.deepEqual(await t.eventsOf("label", `${reference}2`), []);
  }
  assert.equal(
    await service.system.row("select 1 from idempotency where business_id = $1", [t.id]),
    undefined,
  );
  service.advance(3_600_000);
  assert.equal(await finishOutsideCalls(service.mechanism), 0);
});
