import assert from "node:assert/strict";
import { test } from "node:test";
import type pg from "pg";
import { loadRegistry } from "./registry.ts";
import { createSystemQueries, defineSystemQueries, unavailableInTransaction } from "./system-queries.ts";

const NO_POOL = {} as pg.Pool;

test("the queries of all families are found by folder, with those that authentication needs", async () => {
  const { system_queries } = await loadRegistry();
  const names = Object.keys(createSystemQueries(system_queries, NO_POOL));
  for (const name of [
    "findAccountOfToken",
    "findAccount",
    "touchToken",
    "findLinkOfToken",
    "touchLink",
    "findPartnerOfKey",
    "touchPartner",
    "listAllowedOrigins",
    "findBusinessOfNumber",
  ])
    assert.ok(names.includes(name), name);
});

test("two queries of one name are a mistake that shows at the start", () => {
  const one = defineSystemQueries(() => ({ findSomething: async () => 1 }));
  assert.throws(() => createSystemQueries([one, one], NO_POOL), /Two system queries are named findSomething/);
});

test("a query across businesses inside a transaction is refused, because it waits for a second connection", () => {
  assert.throws(() => unavailableInTransaction.findAccount(1), /findAccount was called inside a transaction/);
});
