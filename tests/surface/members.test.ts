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

/** The schemas of all values, at any depth, with the name of their member. */
function* listMembers(schema: JsonSchema, name = ""): Generator<[string, JsonSchema]> {
  yield [name, schema];
  for (const [key, member] of Object.entries(schema.properties ?? {})) yield* listMembers(member, key);
  for (const part of [...(schema.anyOf ?? []), schema.items ?? []].flat()) yield* listMembers(part, name);
}

type IsId = (name: string, schema: JsonSchema) => boolean;

/** Paths of values that are ids, by their schema or as `is_named` says, and do not say of what. */
function findUnclearIds(schema: JsonSchema, is_named: IsId, at: string[] = []): string[] {
  if (schema[REF] !== undefined || schema[NO_REF] !== undefined || schema.type === "null") return [];
  const parts = [...(schema.anyOf ?? []), ...(schema.items === undefined ? [] : [schema.items])];
  if (parts.length > 0) return parts.flatMap((part) => findUnclearIds(part, is_named, at));
  if (schema.properties !== undefined)
    return Object.entries(schema.properties).flatMap(([name, member]) =>
      findUnclearIds(member, is_named, [...at, name]),
    );
  const { type, minimum, maximum } = schema;
  const is_id = type === "integer" && minimum === 1 && maximum === ID_MAX;
  return is_id || is_named(at.at(-1) ?? "", schema) ? [at.join("/")] : [];
}

test("each id of an input says which kind of record it is of, or what it is instead", () => {
  const unclear = operations.flatMap(({ name, input }) =>
    findUnclearIds(input as JsonSchema, (member) => /(^|_)ids?$/.test(member)).map(
      (path) => `${name} ${path}`,
    ),
  );
  assert.deepEqual(unclear, []);
});

test("each id of a response that is of a kind of record says of which, or what it is instead", () => {
  const kinds = new Set(
    operations.flatMap(({ input, output }) =>
      [...listMembers({ anyOf: [input, output] as JsonSchema[] })].map(
        ([, schema]) => `${schema[REF]} ${schema.type}`,
      ),
    ),
  );
  const is_named: IsId = (member, { type }) => {
    const words = member.split("_");
    if (!/^ids?$/.test(words.pop() ?? "")) return false;
    return words.some((_word, from) => kinds.has(`${words.slice(from).join("_")} ${type}`));
  };
  const unclear = operations.flatMap(({ name, output }) =>
    findUnclearIds(output as JsonSchema, is_named).map((path) => `${name} ${path}`),
  );
  assert.deepEqual(unclear, []);
});

test("members described as money have the money type", () => {
  const wrong = operations.flatMap(({ name, input, output }) =>
    [input, output].flatMap((schema) =>
      [...listMembers(schema as JsonSchema)]
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
