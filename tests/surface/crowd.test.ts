/**
 * A crowd calls the same write at the same instant. Each of them is answered or refused in words: no call breaks, and
 * none is sent away as if the database were busy, which is what waiting for each other in a circle looks like.
 *
 * Inputs come from the schemas, so that an operation added tomorrow is tried too.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Operation } from "#operation/define.ts";
import { Refusal } from "#operation/refusal.ts";
import type { JsonSchema } from "#operation/schema.ts";
import { testService } from "#tests/support/service.ts";
import { sampleOf } from "./inputs.ts";
import { roleFor, type Trial, trialsOf } from "./trials.ts";
import { type World, worldOf } from "./world.ts";

/** More than there are connections. */
const CROWD = 12;

/** Writes that are not tried here, and why. */
const LEFT_OUT: Record<string, string> = {
  clientBuildRoute: "the solver takes few plans at once, and says that it is busy",
  userIdentityAdd: "needs a token of its issuer; tried in its own test",
  appAuthLogout: "ends the app's session that calls it; tried in its own test",
  oauthAuthorize: "needs a client that is registered; tried in its own test",
};

const service = await testService();
const writes = [...service.mechanism.registry.operations.values()].filter(
  (operation) =>
    operation.effect === "write" &&
    !operation.access.public &&
    roleFor(operation) !== undefined &&
    !(operation.name in LEFT_OUT),
);

const newWorld = async () => worldOf(service, await service.business(), "Quokka");

async function outcomeOf(
  world: World,
  operation: Operation,
  trial: Trial,
  how: { dry_run: boolean },
): Promise<string> {
  const person = world.people[trial.as ?? (roleFor(operation) as keyof World["people"])];
  try {
    const actor = await service.mechanism.callers.ofToken(person.token, service.now());
    await service.call(actor, operation, trial.input(world.ids, world.ids), how);
    return "done";
  } catch (error) {
    return error instanceof Refusal ? error.code : `broke: ${(error as Error).message}`;
  }
}

test("every write is done or refused in words, however many want it at once", async () => {
  const wrong: string[] = [];
  let world = await newWorld();
  for (const operation of writes) {
    const found = trialsOf(operation);
    const least = { input: () => sampleOf(operation.input as JsonSchema) as Record<string, unknown> };
    for (const trial of found.length > 0 ? found : [least]) {
      // What came before has used this world up, where it refuses now what a new one does.
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
