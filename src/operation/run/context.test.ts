import assert from "node:assert/strict";
import { test } from "node:test";
import type { Db } from "#platform/db/db.ts";
import type { Invocation } from "./invocation.ts";
import { buildContext } from "./run.ts";

test("a context has no getters of its own, with which its hidden class would keep its call in memory", () => {
  const business = { code: "rounds" };
  const invocation = { runtime: { registry: {} }, operation: { name: "getOrder" }, actor: {}, business };
  const context = buildContext(invocation as unknown as Invocation, {} as Db);
  const members = Object.entries(Object.getOwnPropertyDescriptors(context));
  assert.deepEqual(
    members.filter(([, { get }]) => get !== undefined).map(([name]) => name),
    [],
  );
  assert.equal(context.business, business);
});
