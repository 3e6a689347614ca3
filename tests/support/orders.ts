/** Changes that drivers and other families make to orders, without those families. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { checkFoldOfBusiness } from "#domain/orders/orders/lifecycle/check-fold.ts";
import { getNextStatus } from "#domain/orders/orders/lifecycle/status.ts";
import {
  changeOrders,
  type FactOutcome,
  lockOrders,
  type OrderCommand,
  type OrderFact,
  recordFact,
} from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { startInvocation } from "#operation/run/invocation.ts";
import { transact } from "#operation/run/run.ts";
import type { TestBusiness, TestService } from "./service.ts";

/** Runs a change of another family in a separate transaction, on behalf of the administrator. */
export async function inTransaction<T>(
  t: TestBusiness,
  work: (context: Context<never>) => Promise<T>,
): Promise<T> {
  const { actor } = await t.person("client_admin");
  const { runtime } = t.service;
  const request = { id: randomUUID(), surface: "app" as const, address: "", language: "", user_agent: "" };
  const operation = runtime.registry.get("clientOrderHold");
  return transact(startInvocation(runtime, { operation, actor, input: {}, request }), (context) =>
    work(context as unknown as Context<never>),
  );
}

/** Records a scan, a proof or an arrival, reported by the current custodian. */
export const applyFact = (t: TestBusiness, order_id: number, fact: OrderFact): Promise<FactOutcome> =>
  inTransaction(t, async (context) => {
    const order = (await lockOrders(context.db, t.id, [order_id])).get(order_id);
    assert(order !== undefined);
    return recordFact(context, order, fact);
  });

/** Applies a command of another family. */
export const applyCommand = (t: TestBusiness, order_id: number, trigger: OrderCommand) =>
  inTransaction(t, async (context) => {
    const order = (await lockOrders(context.db, t.id, [order_id])).get(order_id);
    assert(order !== undefined);
    const status = getNextStatus(order.status, trigger);
    assert(status !== null, `${trigger} from ${order.status}`);
    await changeOrders(context, [{ order, set: { status }, kind: "order.status_changed", trigger }]);
    t.service.advance(1000);
  });

/** Asserts that rows, their events and their tracking are consistent. */
export async function assertFoldConsistent(t: TestBusiness): Promise<void> {
  assert.deepEqual((await checkFoldOfBusiness(t.service.system, t.id)).differences, []);
}

/** An order out for delivery, its goods aboard. */
export async function createOrderUnderWay(t: TestBusiness) {
  const order = await t.order();
  t.service.advance(60_000);
  await applyCommand(t, order.id, "dispatch");
  await applyFact(t, order.id, { trigger: "load", custody: { to: "vehicle", ref: "van" } });
  t.service.advance(60_000);
  await applyFact(t, order.id, { trigger: "depart" });
  t.service.advance(60_000);
  return order;
}

/** The same for all businesses of a service. */
export async function assertAllFoldsConsistent({ system }: TestService): Promise<void> {
  for (const { id } of await system.rows<{ id: number }>("select id from business order by id"))
    assert.deepEqual((await checkFoldOfBusiness(system, id)).differences, []);
}
