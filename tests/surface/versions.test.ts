/**
 * Of two concurrent calls that name the same version of a record, at most one changes it: the other is refused, because
 * it would overwrite what it has not seen. A write that answers a version compares the one that it is sent.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Operation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import type { Fixture } from "#tests/support/samples.ts";

import { createFixture, loadIds, samples, surfaceService } from "./fixture.ts";
import { listKinds, listSampleCalls, roleFor, type SampleCall } from "./sample-calls.ts";

/** Of no record. */
const WRONG_VERSION = 1_000_000;

const service = await surfaceService();
const writes = [...service.runtime.registry.operations.values()].filter(
  (operation) =>
    operation.effect === "write" &&
    !operation.access.public &&
    roleFor(operation) !== undefined &&
    samples.operations[operation.name]?.not_concurrent === undefined &&
    // What creates a record has no version to compare.
    operation.rest?.status !== 201 &&
    (operation.output as JsonSchema).properties?.["version"] !== undefined,
);

interface Outcome {
  code: string;
  /** The one after the call, or the present one that a refusal names. */
  version: number | undefined;
}

async function callWithVersion(
  { people }: Fixture,
  operation: Operation,
  as: SampleCall["as"],
  input: Record<string, unknown>,
  if_match: number,
): Promise<Outcome> {
  const actor = await service.runtime.authentication.authenticateToken(people[as].token, service.now());
  try {
    const result = await service.call(actor, operation, input, { if_match });
    assert(result.kind === "done");
    return { code: "done", version: result.answer["version"] as number };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.errors?.[0]?.field === "If-Match") return { code: "uncompared", version: undefined };
    return { code: error.code, version: error.extra?.["version"] as number | undefined };
  }
}

const newFixture = async () => createFixture(service, await service.business(), "Heron");

test("of two calls with the same If-Match one at most changes the record", async () => {
  const wrong: string[] = [];
  const compared: string[] = [];
  /** They answer a version, and compare none. */
  const uncompared: string[] = [];
  let fixture = await newFixture();

  /** False when it checks no version, or this fixture cannot give what the sample needs any more. */
  async function race(operation: Operation, sample_call: SampleCall): Promise<boolean> {
    const { kinds, own_kinds } = listKinds(sample_call);
    const ids = await loadIds(fixture, [...kinds, ...own_kinds]).catch(() => undefined);
    if (ids === undefined) return false;
    const input = sample_call.input(ids, ids);
    const call = (version: number) => callWithVersion(fixture, operation, sample_call.as, input, version);
    const { code, version } = await call(WRONG_VERSION);
    // What names no record creates one, or is of many.
    if (code === "uncompared" && operation.rest?.path.includes("{")) uncompared.push(operation.name);
    if (code !== "version_conflict" || version === undefined) return false;
    const outcomes = await Promise.all([call(version), call(version)]);
    const changes = outcomes.filter((one) => one.code === "done" && one.version !== version);
    if (changes.length > 1) wrong.push(`${operation.name}: ${JSON.stringify(outcomes)}`);
    return changes.length > 0;
  }

  for (const operation of writes) {
    for (const sample_call of listSampleCalls(operation)) {
      let race_result = await race(operation, sample_call);
      if (!race_result) {
        // Earlier calls may have used up the records of this fixture.
        fixture = await newFixture();
        race_result = await race(operation, sample_call);
      }
      if (!race_result) continue;
      compared.push(operation.name);
      break;
    }
  }
  assert.deepEqual(wrong, []);
  assert.deepEqual([...new Set(uncompared)], []);
  assert.ok(compared.length >= 40, `Only ${compared.length} operations were compared.`);
});
