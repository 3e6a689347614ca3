/**
 * Bulk operations respond with the same members: `done`, `failed` and `errors`. Source: docs/contract/rest.md,
 * "Many in one call".
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadRegistry } from "#operation/define/registry.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import { bulkAnswer } from "#vocabulary/bulk.ts";
import { FOLDERS, samples } from "./fixture.ts";

/** Counting members: any of these at the top level makes a response a bulk response. */
const COUNTS =
  /^(not_)?(done|failed|assigned|unassigned|revoked|skipped|created|updated|changed|refused|rejected|released|accepted|succeeded|processed|deleted|removed|moved|ok|ignored|applied)$/;

const { operations } = await loadRegistry(FOLDERS);
const others = Object.entries(samples.operations)
  .filter(([, { bulk_members }]) => bulk_members !== undefined)
  .map(([name]) => name);
const members = (schema: JsonSchema | undefined): Record<string, JsonSchema> => schema?.properties ?? {};

const bulk = [...operations.values()].filter(({ effect, output }) => {
  if (effect !== "write") return false;
  return Object.entries(members(output as JsonSchema)).some(
    ([name, { type, items }]) =>
      (type === "integer" && COUNTS.test(name)) || (type === "array" && "result" in members(items)),
  );
});

test("every bulk response has done, failed and errors, and no other members for them", () => {
  const wrong: string[] = [];
  for (const { name, output } of bulk) {
    if (others.includes(name)) continue;
    const output_members = members(output as JsonSchema);
    const counts = Object.keys(output_members).filter(
      (key) => output_members[key]?.type === "integer" && COUNTS.test(key),
    );
    if (counts.sort().join() !== "done,failed")
      wrong.push(`${name} counts ${counts.join(", ") || "nothing"}`);
    if (output_members["errors"]?.items?.$id !== "BulkError")
      wrong.push(`${name} has no errors of BulkError`);
  }
  assert.deepEqual(wrong, []);
  const usual = bulk.filter(({ name }) => !others.includes(name));
  assert.ok(usual.length >= 7, usual.map(({ name }) => name).join());
});

test("an operation that is declared an exception is one", () => {
  const names = bulk.map(({ name }) => name);
  assert.deepEqual(
    others.filter((name) => !names.includes(name)),
    [],
  );
});

test("errors contain the index, the subject and the reason", () => {
  const results = [
    { result: true, order_id: 1 },
    { result: false, order_id: 2, error_code: "NOT_FOUND", message: "There is no such order." },
    { result: false, order_id: null, ref: "A", errors: [{ field: "dropoff", message: "is required" }] },
  ];
  assert.deepEqual(
    bulkAnswer(results, ({ order_id }) => order_id),
    {
      result: true,
      done: 1,
      failed: 2,
      errors: [
        {
          index: 1,
          id: 2,
          ref: null,
          error_code: "NOT_FOUND",
          message: "There is no such order.",
          fields: [],
        },
        {
          index: 2,
          id: null,
          ref: "A",
          error_code: "INVALID_ITEM",
          message: "The item is not valid.",
          fields: [{ field: "dropoff", message: "is required" }],
        },
      ],
    },
  );
  assert.deepEqual(
    bulkAnswer([], () => null),
    { result: false, done: 0, failed: 0, errors: [] },
  );
});
