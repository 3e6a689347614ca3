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
import type { World } from "#tests/support/samples.ts";
import { testService } from "#tests/support/service.ts";
import { minimalInput } from "./inputs.ts";
import { listKinds, listTrials, roleFor, type Trial } from "./samples.ts";
import { idsOf, openWorld, samples } from "./world.ts";

/** More than the connection pool has. */
const CROWD = 12;

const service = await testService();
const writes = [...service.runtime.registry.operations.values()].filter(
  (operation) =>
    operation.effect === "write" &&
    !operation.access.public &&
    roleFor(operation) !== undefined &&
    samples.operations[operation.name]?.not_concurrent === undefined,
);

const newWorld = async () => openWorld(service, await service.business(), "Quokka");

async function outcomeOf(
  world: World,
  operation: Operation,
  trial: Trial,
  how: { dry_run: boolean },
): Promise<string> {
  const { kinds, own } = listKinds(trial);
  try {
    // A world that earlier calls have used up may refuse its own records too.
    const ids = await idsOf(world, [...kinds, ...own]);
    const actor = await service.runtime.authentication.authenticateToken(
      world.people[trial.as].token,
      service.now(),
    );
    await service.call(actor, operation, trial.input(ids, ids), how);
    return "done";
  } catch (error) {
    return error instanceof Refusal ? error.code : `broke: ${(error as Error).message}`;
  }
}

test("every write succeeds or is refused with a declared error, however many callers run it at once", async () => {
  const wrong: string[] = [];
  let world = await newWorld();
  for (const operation of writes) {
    const found = listTrials(operation);
    const least: Trial = {
      as: roleFor(operation) ?? "client_admin",
      input: () => minimalInput(operation.input as JsonSchema) as Record<string, unknown>,
    };
    for (const trial of found.length > 0 ? found : [least]) {
      // Earlier calls may have used up this world: where it refuses, a new one is tried.
      if ((await outcomeOf(world, operation, trial, { dry_run: true })) !== "done") world = await newWorld();
      const crowd = Array.from({ length: CROWD }, () =>
        outcomeOf(world, operation, trial, { dry_run: false }),
      );
      const outcomes = new Set(await Promise.all(crowd));
      if (!outcomes.has("done")) wrong.push(`${operation.name} proves nothing: ${[...outcomes].join()}`);
      for (const outcome of outcomes)
        if (outcome === "busy" || outcome.startsWith("broke")) wrong.push(`${operation.name}: ${outcome}`);
    }
  }
  assert.deepEqual(wrong, []);
});
