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
  business: TestBusiness,
  work: (context: Context<never>) => Promise<T>,
): Promise<T> {
  const { token } = await business.person("client_admin");
  const { runtime } = business.service;
  // Looked up at each call, with the settings that the business has now.
  const actor = await runtime.authentication.authenticateToken(token, runtime.now());
  const request = { id: randomUUID(), surface: "app" as const, address: "", language: "", user_agent: "" };
  const operation = runtime.registry.get("clientOrderHold");
  return transact(startInvocation(runtime, { operation, actor, input: {}, request }), (context) =>
    work(context as unknown as Context<never>),
  );
}

/** Records a scan, a proof or an arrival, reported by the current custodian. */
export const applyFact = (business: TestBusiness, order_id: number, fact: OrderFact): Promise<FactOutcome> =>
  inTransaction(business, async (context) => {
    const order = (await lockOrders(context.db, business.id, [order_id])).get(order_id);
    assert(order !== undefined);
    return recordFact(context, order, fact);
  });

/** Applies a command of another family. */
export const applyCommand = (business: TestBusiness, order_id: number, trigger: OrderCommand) =>
  inTransaction(business, async (context) => {
    const order = (await lockOrders(context.db, business.id, [order_id])).get(order_id);
    assert(order !== undefined);
    const status = getNextStatus(order.status, trigger);
    assert(status !== null, `${trigger} from ${order.status}`);
    await changeOrders(context, [{ order, set: { status }, kind: "order.status_changed", trigger }]);
    business.service.advance(1000);
  });

/** Asserts that rows, their events and their tracking are consistent. */
export async function assertFoldConsistent(business: TestBusiness): Promise<void> {
  assert.deepEqual((await checkFoldOfBusiness(business.service.system, business.id)).differences, []);
}

/** An order out for delivery, its goods aboard. */
export async function createOrderUnderWay(business: TestBusiness, draft: Record<string, unknown> = {}) {
  const order = await business.order(draft);
  business.service.advance(60_000);
  await applyCommand(business, order.id, "dispatch");
  await applyFact(business, order.id, { trigger: "load", custody: { to: "vehicle", ref: "van" } });
  business.service.advance(60_000);
  await applyFact(business, order.id, { trigger: "depart" });
  business.service.advance(60_000);
  return order;
}

/** The same for all businesses of a service. */
export async function assertAllFoldsConsistent({ system }: TestService): Promise<void> {
  for (const { id } of await system.rows<{ id: number }>("select id from business order by id"))
    assert.deepEqual((await checkFoldOfBusiness(system, id)).differences, []);
}
