/**
 * Every table is written by one family, or by one of the folders of `src/operation`: who wants a row changed asks its
 * family, through `public.ts` or a topic. What a row may become is then decided in one place.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { readImportGraph } from "../scripts/test/import-graph.ts";

const ROOT = path.resolve(import.meta.dirname, "..");

/** Folders whose SQL writes a table beside the family it belongs to, with the reason. Shorter is better. */
const SHARED: Record<string, readonly string[]> = {
  // Each job stores the progress of its own batch.
  batch: ["src/domain/locations/addressbook"],
  // Stored by `src/operation`, decided by the family.
  proposal: ["src/operation"],
  // One statement stores an order with its numbers and first event: docs/decisions/0006.
  tracking_alias: ["src/domain/orders/orders"],
  tracking_event: ["src/domain/orders/orders"],
  tracking_number: ["src/domain/orders/orders"],
};

/** The demo fills an empty database before anybody can call an operation; samples serve tests. */
const EXCEPT = /^src\/demo\/|\/samples\.ts$/;

const WRITE =
  /\b(?:insert\s+into\s+([a-z_]+)\s*(?:as\s+\w+\s*)?(?:\(|select\b|values\b|default\b)|(?<!for\s|key\s|do\s)update\s+([a-z_]+)(?:\s+(?:as\s+)?(?!set\b)[a-z_]+)?\s+set\b|delete\s+from\s+([a-z_]+)\b|merge\s+into\s+([a-z_]+)\b)/g;

const folderOf = (file: string) => /^src\/(?:domain\/[^/]+\/[^/]+|[^/]+)/.exec(file)?.[0];

async function readWriters(): Promise<Map<string, Set<string>>> {
  const { files } = await readImportGraph(ROOT);
  const writers = new Map<string, Set<string>>();
  for (const file of files) {
    const folder = folderOf(file);
    if (folder === undefined || file.endsWith(".test.ts") || !file.endsWith(".ts") || EXCEPT.test(file))
      continue;
    for (const found of (await readFile(path.join(ROOT, file), "utf8")).matchAll(WRITE)) {
      const table = found.slice(1).find((name) => name !== undefined) as string;
      writers.set(table, (writers.get(table) ?? new Set()).add(folder));
    }
  }
  return writers;
}

const writers = await readWriters();

test("one-writer-per-table: what a row may become is decided where its table belongs.", () => {
  assert.ok(writers.size > 40, `Only ${writers.size} tables are seen to be written.`);
  const several = [...writers].flatMap(([table, folders]) => {
    const known = SHARED[table] ?? [];
    const others = [...folders].filter((folder) => !known.includes(folder)).sort();
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
