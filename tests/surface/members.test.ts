/** Members of inputs and responses that mean the same in every operation. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "#operation/define/refusal.ts";
import type { JsonSchema } from "#operation/define/schema.ts";

import { ID_MAX } from "#vocabulary/basics.ts";
import { NO_REF, REF } from "#vocabulary/ref.ts";
import { surfaceService } from "./fixture.ts";
import { minimalInput } from "./inputs.ts";

const service = await surfaceService();
const operations = [...service.runtime.registry.operations.values()];

/** Every member of a schema, at any depth, with its name. */
function* membersOf(schema: JsonSchema): Generator<[string, JsonSchema]> {
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    yield [name, member];
    yield* membersOf(member);
  }
  if (schema.items !== undefined) yield* membersOf(schema.items);
  for (const branch of schema.anyOf ?? []) yield* membersOf(branch);
}

/** Paths of values that look like ids, and do not say of what. */
function findUnclearIds(schema: JsonSchema, at: string[] = []): string[] {
  if (schema[REF] !== undefined || schema[NO_REF] !== undefined || schema.type === "null") return [];
  const parts = [...(schema.anyOf ?? []), ...(schema.items === undefined ? [] : [schema.items])];
  if (parts.length > 0) return parts.flatMap((part) => findUnclearIds(part, at));
  if (schema.properties !== undefined)
    return Object.entries(schema.properties).flatMap(([name, member]) =>
      findUnclearIds(member, [...at, name]),
    );
  const { type, minimum, maximum } = schema;
  const is_id = type === "integer" && minimum === 1 && maximum === ID_MAX;
  return is_id || /(^|_)ids?$/.test(at.at(-1) ?? "") ? [at.join("/")] : [];
}

test("each id of an input says which kind of record it is of, or what it is instead", () => {
  const unclear = operations.flatMap(({ name, input }) =>
    findUnclearIds(input as JsonSchema).map((path) => `${name} ${path}`),
  );
  assert.deepEqual(unclear, []);
});

test("members described as money have the money type", () => {
  const wrong = operations.flatMap(({ name, input, output }) =>
    [input, output].flatMap((schema) =>
      [...membersOf(schema as JsonSchema)]
        .filter(([member, { description }]) => /^Money\b/.test(description ?? "") && !/_minor$/.test(member))
        .map(([member]) => `${name}: ${member}`),
    ),
  );
  assert.deepEqual(wrong, []);
});

test("a customer that refers to another customer gets not found, and nothing is written", async () => {
  const business = await service.business();
  const [ana, bob] = [await business.customer(), await business.customer()];
  const taking = operations.filter(
    ({ access, input }) =>
      access.public !== true &&
      access.roles.includes("customer") &&
      (input as JsonSchema).properties?.["customer_id"] !== undefined,
  );
  assert.ok(taking.length >= 4, taking.map(({ name }) => name).join());
  for (const operation of taking) {
    const sample = minimalInput(operation.input as JsonSchema) as Record<string, unknown>;
    const refusalFor = (customer_id: number) =>
      ana.person.call(operation as never, { ...sample, customer_id } as never).then(
        () => null,
        (error) => {
          if (!(error instanceof Refusal)) throw error;
          return error;
        },
      );
    const refusal = await refusalFor(bob.id);
    assert.deepEqual([refusal?.status, refusal?.error_code], [404, "NOT_FOUND"], operation.name);
    assert.equal((await refusalFor(2_147_483_647))?.message, refusal?.message, operation.name);
    assert.notEqual((await refusalFor(ana.id))?.status, 404, operation.name);
  }
});
