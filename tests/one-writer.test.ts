/**
 * Every table is written by one family, or by one of the folders of `src/operation`: who wants a row changed asks its
 * family, through `public.ts` or a topic. What a row may become is then decided in one place.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findWriters, readSources, SHARED } from "./support/table-writers.ts";

const writers = findWriters(await readSources());

test("one-writer-per-table: what a row may become is decided where its table belongs.", () => {
  assert.ok(writers.size > 40, `Only ${writers.size} tables are seen to be written.`);
  const several = [...writers].flatMap(([table, folders]) => {
    const shared_folders = SHARED[table] ?? [];
    const others = [...folders].filter((folder) => !shared_folders.includes(folder)).sort();
    return others.length > 1 ? [`${table} is written by ${others.join(" and ")}`] : [];
  });
  assert.deepEqual(several.sort(), []);
});

test("exceptions to one-writer-per-table are still needed", () => {
  const stale = Object.entries(SHARED).flatMap(([table, folders]) =>
    folders.filter((folder) => !writers.get(table)?.has(folder)).map((folder) => `${table}: ${folder}`),
  );
  assert.deepEqual(stale, []);
});
