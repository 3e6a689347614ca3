/**
 * What has pages is a list: `defineList` gives it paging, total and statements. The others are named here, with the reason;
 * nothing is added.
 */
import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";

const ROOT = path.resolve(import.meta.dirname, "../..");

const BY_HAND: Record<string, string> = {
  allianceOrders: "read in another business, under a grant, with an entry in its access log",
  clientOrders:
    "sorted as the caller asks, with a statement for each sort, and counted by the counters of the business",
  datasetRecords: "sorted and filtered by columns that the business defines",
  datasetRecordsSearch: "a page of many datasets, each read by its own rules",
  driverEarnings: "reads nothing where the business pays no rates",
  inventory: "lines as of a past time, in an order that the caller chooses",
  platformAudit: "of every business by id, of one by time: two orders",
  putaways: "pages of at most 50, since a bin is suggested for each line",
};

test("operations with pages are lists, but for these", async () => {
  const paged_operations: string[] = [];
  for await (const file of glob("src/domain/*/*/operations/*.ts", { cwd: ROOT })) {
    const text = await readFile(path.join(ROOT, file), "utf8");
    const name = /= defineOperation\(\{\s*name: "(\w+)"/.exec(text)?.[1];
    if (name !== undefined && /\b(Page|Cursor)Input\b|\bper_page: Type\b/.test(text))
      paged_operations.push(name);
  }
  assert.deepEqual(paged_operations.sort(), Object.keys(BY_HAND).sort());
});
