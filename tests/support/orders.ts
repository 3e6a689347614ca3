/** What drivers and other families do to orders, without the families themselves. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { checkFoldOf } from "#domain/orders/check-fold.ts";
import {
  changeOrders,
  type FactOutcome,
  lockOrders,
  type OrderCommand,
  type OrderFact,
  recordFact,
} from "#domain/orders/public.ts";
import { next } from "#domain/orders/status.ts";
import type { Context } from "#operation/context.ts";
import { contextOf } from "#operation/run.ts";
import { transact } from "#operation/transaction.ts";
import type { TestBusiness } from "./service.ts";

/** What another family does in a transaction of its own, on behalf of the administrator. */
export async function inTransaction<T>(
  t: TestBusiness,
  work: (context: Context<never>) => Promise<T>,
): Promise<T> {
  const { actor } = await t.person("client_admin");
  const { mechanism } = t.service;
  const now = t.service.now();
  const request = {
    id: randomUUID(),
    surface: "app" as const,
    address: "",
    language: "",
    user_agent: "",
  };
  const operation = mechanism.registry.get("clientOrderHold");
  const done = await transact(mechanism, {
    business_id: t.id,
    role: "service",
    dry_run: false,
    claim: null,
    now,
    stamp: {
      actor_kind: "user",
      actor_id: actor.account_id,
      surface: "app",
      on_behalf_of: null,
      operation: "test",
      correlation_id: request.id,
    },
    run: (db, emitted, jobs) =>
      work(
        contextOf(mechanism, { operation, actor, request }, now, t.id, db, {
          emitted,
          jobs,
        }) as unknown as Context<never>,
      ),
    audit: () => ({
      business_id: t.id,
      at: now.toISOString(),
      operation: "test",
      effect: "write",
      outcome: "done",
      refusal: null,
      actor_kind: "user",
      actor_id: actor.account_id,
      token_id: null,
      surface: "app",
      on_behalf_of: null,
      request_id: request.id,
      subjects: [],
      changes: [],
      duration_ms: null,
    }),
    keep: () => ({ answer: "{}", sealed: false }),
  });
  assert(done.kind === "done");
  return done.answer as T;
}

/** A scan, a proof, an arrival, told by whoever holds the goods. */
export const fact = (t: TestBusiness, order_id: number, told: OrderFact): Promise<FactOutcome> =>
  inTransaction(t, async (context) => {
    const order = (await lockOrders(context.db, t.id, [order_id])).get(order_id);
    assert(order !== undefined);
    return recordFact(context, order, told);
  });

/** A decision of another family. */
export const decide = (t: TestBusiness, order_id: number, on: OrderCommand) =>
  inTransaction(t, async (context) => {
    const order = (await lockOrders(context.db, t.id, [order_id])).get(order_id);
    assert(order !== undefined);
    const status = next(order.status, on);
    assert(status !== null, `${on} from ${order.status}`);
    await changeOrders(context, [{ order, set: { status }, kind: `order.${on}`, on }]);
    t.service.advance(1000);
  });

/** Rows, their events and what tracking tells of them say the same. */
export async function foldAgrees(t: TestBusiness): Promise<void> {
  assert.deepEqual((await checkFoldOf(t.service.system, t.id)).differences, []);
}
