/** Every amount of money that a caller sends is bounded, and what the database adds up has room for the sum. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonSchema } from "#operation/define/schema.ts";

import { MINOR_MAX } from "#vocabulary/basics.ts";
import { surfaceService } from "./fixture.ts";

const service = await surfaceService();
const operations = [...service.runtime.registry.operations.values()];

type Schema = JsonSchema & Record<string, unknown>;
const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Every numeric member of a schema at any depth, with its path. */
function* listNumbers(schema: Schema, path = ""): Generator<[string, Schema]> {
  const types = [schema.type].flat() as unknown[];
  if (types.includes("integer") || types.includes("number")) yield [path, schema];
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    yield* listNumbers(member as Schema, path === "" ? name : `${path}.${name}`);
  for (const inner of [
    schema.items,
    schema["additionalProperties"],
    ...Object.values((schema["patternProperties"] ?? {}) as object),
  ])
    if (isSchema(inner)) yield* listNumbers(inner, `${path}[]`);
  for (const union of ["anyOf", "oneOf", "allOf"])
    for (const branch of (schema[union] ?? []) as Schema[]) yield* listNumbers(branch, path);
}

/** Members that are money by their name; `cod_collected` is the one that a published form spells without a unit. */
const isMoney = (path: string) =>
  /_minor(\[\])*$|(^|[._])(amount|price|tip|fee|cost|cod_collected)(\[\])*$/.test(path);

test("every amount of money in an input has a least and a greatest value within the one bound", () => {
  const amounts = operations.flatMap(({ name, input }) =>
    [...listNumbers(input as Schema)]
      .filter(([path]) => isMoney(path))
      .map(([path, { minimum, maximum }]) => ({ name: `${name}: ${path}`, minimum, maximum })),
  );
  assert.ok(amounts.length >= 140, String(amounts.length));
  const unbounded = amounts.filter(
    ({ minimum, maximum }) =>
      minimum === undefined || maximum === undefined || minimum < -MINOR_MAX || maximum > MINOR_MAX,
  );
  assert.deepEqual(unbounded, []);
});

test("columns of money have 64 bits, so that sums of bounded amounts fit", async () => {
  const narrow = await service.system.rows<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
        and a.attname ~ '_minor$' and a.atttypid <> 'int8'::regtype order by 1`,
  );
  assert.deepEqual(narrow, []);
});
