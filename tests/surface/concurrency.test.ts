/**
 * Many callers call the same write concurrently. Each call succeeds or gets a declared refusal: none fails with
 * an internal error, and none is refused because the database is busy, which is how a deadlock would show.
 *
 * Inputs come from the schemas, so that new operations are included automatically.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Operation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import type { Fixture } from "#tests/support/samples.ts";

import { createFixture, loadIds, samples, surfaceService } from "./fixture.ts";
import { minimalInput } from "./inputs.ts";
import { listKinds, listSampleCalls, roleFor, type SampleCall } from "./sample-calls.ts";

/** More than the connection pool has. */
const CROWD = 12;

const service = await surfaceService();
const writes = [...service.runtime.registry.operations.values()].filter(
  (operation) =>
    operation.effect === "write" &&
    !operation.access.public &&
    roleFor(operation) !== undefined &&
    samples.operations[operation.name]?.not_concurrent === undefined,
);

const newFixture = async () => createFixture(service, await service.business(), "Quokka");

async function runOutcome(
  fixture: Fixture,
  operation: Operation,
  sample_call: SampleCall,
  how: { dry_run: boolean },
): Promise<string> {
  const { kinds, own_kinds } = listKinds(sample_call);
  try {
    // A fixture that earlier calls have used up may refuse its own records too.
    const ids = await loadIds(fixture, [...kinds, ...own_kinds]);
    const actor = await service.runtime.authentication.authenticateToken(
      fixture.people[sample_call.as].token,
      service.now(),
    );
    await service.call(actor, operation, sample_call.input(ids, ids), how);
    return "done";
  } catch (error) {
    return error instanceof Refusal ? error.code : `broke: ${(error as Error).message}`;
  }
}

test("every write succeeds or is refused with a declared error, however many callers run it at once", async () => {
  const wrong: string[] = [];
  let fixture = await newFixture();
  for (const operation of writes) {
    const sample_calls = listSampleCalls(operation);
    const least: SampleCall = {
      as: roleFor(operation) ?? "client_admin",
      input: () => minimalInput(operation.input as JsonSchema) as Record<string, unknown>,
    };
    const refused: string[] = [];
    const calls = sample_calls.length > 0 ? sample_calls : [least];
    for (const sample_call of calls) {
      // Earlier calls may have used up this fixture: where it refuses, a new one is tried.
      if ((await runOutcome(fixture, operation, sample_call, { dry_run: true })) !== "done")
        fixture = await newFixture();
      const crowd = Array.from({ length: CROWD }, () =>
        runOutcome(fixture, operation, sample_call, { dry_run: false }),
      );
      const outcomes = new Set(await Promise.all(crowd));
      if (!outcomes.has("done")) refused.push([...outcomes].join());
      for (const outcome of outcomes)
        if (outcome === "busy" || outcome.startsWith("broke")) wrong.push(`${operation.name}: ${outcome}`);
    }
    // A sample may be of a record in another state, such as an account that was invited before.
    if (refused.length === calls.length) wrong.push(`${operation.name} proves nothing: ${refused.join()}`);
  }
  assert.deepEqual(wrong, []);
});
