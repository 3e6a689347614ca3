/**
 * Two people, or a person and a phone, call at the same time on two connections. In any order, either one call
 * gets a declared refusal or both succeed; no call fails with an internal error, and the resulting state is
 * consistent. Families declare what is decided between which operations (`races.ts`); all writes that name one record are
 * called at once whether or not anything is declared.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Operation } from "#operation/define/define.ts";
import { type EventRow, findBrokenLink } from "#operation/records/events.ts";
import { atOnce, DROPOFF, loadRaces, openCourse } from "#tests/support/races.ts";
import type { Fixture, Kind } from "#tests/support/samples.ts";
import type { TestBusiness } from "#tests/support/service.ts";
import { createFixture, FOLDERS, loadIds, samples, surfaceService } from "./fixture.ts";
import { listKinds, listSampleCalls, type SampleCall } from "./sample-calls.ts";

const service = await surfaceService();
const { races, invariants } = await loadRaces(FOLDERS);

/** Asserts the invariants of all families, and that the chain of events of each subject holds. */
async function check(business: TestBusiness): Promise<void> {
  const { system } = service;
  for (const [name, find] of Object.entries(invariants))
    assert.deepEqual(await find(system, business), [], name);
  const events = await system.rows<EventRow>(
    `select subject_type, subject_id, seq, kind, occurred_at, payload, batch_id, previous_hash, hash from event
      where business_id = $1 order by subject_type, subject_id, seq`,
    [business.id],
  );
  for (const [subject, chain] of Map.groupBy(
    events,
    (event) => `${event.subject_type}/${event.subject_id}`,
  )) {
    const links = chain.map((event) => ({
      ...event,
      occurred_at: new Date(event.occurred_at).toISOString(),
    }));
    assert.equal(findBrokenLink(links), undefined, `the chain of ${subject} holds`);
  }
}

describe("concurrent calls", () => {
  for (const [name, run] of Object.entries(races))
    test(name, async () => {
      const course = await openCourse(service);
      await run(course);
      await check(course.business);
    });

  test("one Idempotency-Key is sent four times: one order", async () => {
    const { business } = await openCourse(service);
    const headers = { "idempotency-key": "race" };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        business.http("client_admin", "POST", "/api/v1/client/orderCreate", { dropoff: DROPOFF }, headers),
      ),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(answers.map(({ body }) => body.order_id)).size, 1);
  });

  test("a repeat that would now be refused gets the first response, concurrently and later", async () => {
    const { business, admin } = await openCourse(service);
    const { order_id } = await admin("clientOrderCreate", { dropoff: DROPOFF });
    const path = `/api/v1/client/orders/${order_id}/cancel`;
    const cancel = (reason: string) =>
      business.http("client_admin", "POST", path, { reason }, { "idempotency-key": "cancel-once" });
    const answers = await Promise.all(Array.from({ length: 4 }, () => cancel("twice")));
    answers.push(await cancel("twice"));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1);
    assert.equal(answers.filter(({ headers }) => headers["idempotency-replayed"] === "true").length, 4);
    assert.equal((await cancel("another")).body.error_code, "IDEMPOTENCY_KEY_REUSED");
    const { n } = (await service.system.row<{ n: number }>(
      "select count(*) as n from event where business_id = $1 and subject_id = $2 and kind <> 'order.created'",
      [business.id, String(order_id)],
    )) ?? { n: 0 };
    assert.equal(n, 1);
  });
});

interface Rival {
  operation: Operation;
  sample_call: SampleCall;
}

/** The writes that name a record of each kind that has a sample: tenders, for partners alone, have none. */
const rivals = new Map<Kind, Rival[]>();
for (const operation of service.runtime.registry.operations.values()) {
  const { not_concurrent, changes_session } = samples.operations[operation.name] ?? {};
  if (operation.effect === "read" || not_concurrent !== undefined || changes_session !== undefined) continue;
  for (const sample_call of listSampleCalls(operation))
    for (const kind of listKinds(sample_call).kinds)
      if (samples.records[kind] !== undefined)
        rivals.set(kind, [...(rivals.get(kind) ?? []), { operation, sample_call }]);
}

const newFixture = async () => createFixture(service, await service.business(), "Quokka");
let fixture: Fixture | undefined;

/** A record that no race before it has changed: another one where there can be two, else the first of a new business. */
async function openRecord(kind: Kind, others: readonly Kind[]) {
  try {
    fixture ??= await newFixture();
    const ids = await loadIds(fixture, others);
    return { fixture, ids: { ...ids, [kind]: await fixture.another(kind) } };
  } catch {
    fixture = await newFixture();
    return { fixture, ids: await loadIds(fixture, [...others, kind]) };
  }
}

describe("all writes that name one record, at once", () => {
  for (const [kind, some] of rivals)
    test(`${kind}: ${some.length}`, async () => {
      const kinds = some.flatMap(({ sample_call }) => Object.values(listKinds(sample_call)).flat());
      const others = [...new Set(kinds)].filter((other) => other !== kind);
      const { fixture, ids } = await openRecord(kind, others);
      const outcomes = await atOnce(
        ...some.map(({ operation, sample_call }) => async () => {
          const { call } = fixture.people[sample_call.as];
          await call(operation as never, sample_call.input(ids, ids) as never);
        }),
      );
      assert.equal(outcomes.length, some.length);
      await check(fixture.business);
    });
});
