/** Many orders in one transaction, each decided on its own. Shared by the synchronous and the queued batch. */
import Type from "typebox";
import { randomUUID } from "node:crypto";
import type { Context } from "#operation/context.ts";
import type { RefusalDetail } from "#operation/refusal.ts";
import { faultsOfDraft, type OrderDraft } from "./draft.ts";
import { depotOf, insertOrders } from "./insert.ts";

export const ItemResult = Type.Object(
  {
    index: Type.Integer({ minimum: 0 }),
    result: Type.Boolean(),
    order_id: Type.Union([Type.Integer(), Type.Null()]),
    tracking_number: Type.Union([Type.String(), Type.Null()]),
    ref: Type.Union([Type.String(), Type.Null()]),
    errors: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
  },
  { $id: "BatchItemResult" },
);
export type ItemResult = Type.Static<typeof ItemResult>;

export async function createBatch(
  context: Context<"batch_refused">,
  drafts: readonly OrderDraft[],
  mode: "best_effort" | "all_or_nothing",
): Promise<{ batch_id: number; items: ItemResult[] }> {
  const { db, business_id, actor, now, refuse } = context;
  const faults = await faultsOf(context, drafts);
  const bad = faults.flatMap((list, index) => list.map((fault) => ({ ...fault, field: `orders/${index}/${fault.field ?? ""}` })));
  if (mode === "all_or_nothing" && bad.length > 0) {
    throw refuse("batch_refused", { message: "No order was created, because at least one is not valid.", errors: bad.slice(0, 100) });
  }
  const good = drafts.flatMap((draft, index) => (faults[index]?.length === 0 ? [{ draft, index }] : []));
  const batch = await db.row<{ id: number }>(
    `insert into batch (public_id, business_id, operation, state, mode, items_total, items_done, items_failed, created_by,
       created_at, started_at, finished_at)
     values ($1, $2, 'clientBatchOrderCreate', $3, $4, $5, $6, $7, $8, $9, $9, $9) returning id`,
    [
      randomUUID(),
      business_id,
      good.length === drafts.length ? "COMPLETED" : "COMPLETED_WITH_ERRORS",
      mode,
      drafts.length,
      good.length,
      drafts.length - good.length,
      actor.account_id,
      now,
    ],
  );
  const batch_id = batch?.id ?? 0;
  const made = await insertOrders(
    context,
    good.map(({ draft }) => ({
      draft,
      customer_id: draft.customer_id ?? null,
      batch_id,
      source: context.request.surface,
    })),
  );
  const byIndex = new Map(good.map(({ index }, at) => [index, made[at]]));
  const items = drafts.map((draft, index) => {
    const order = byIndex.get(index)?.order;
    return {
      index,
      result: order !== undefined,
      order_id: order?.id ?? null,
      tracking_number: order?.tracking_number ?? null,
      ref: draft.ref ?? null,
      errors: (faults[index] ?? []).map(({ field, message }) => ({ field: field ?? "", message })),
    };
  });
  return { batch_id, items };
}

/** Faults of each draft; unknown customers are looked up together. A batch takes no rate_ids. */
async function faultsOf({ db, business_id, actor }: Context<never>, drafts: readonly OrderDraft[]): Promise<RefusalDetail[][]> {
  const wanted = [...new Set(drafts.flatMap((draft) => (draft.customer_id ? [draft.customer_id] : [])))];
  const known = new Set<number>();
  if (wanted.length > 0) {
    const rows = await db.rows<{ id: number }>("select id from customer where business_id = $1 and id = any($2::int[])", [business_id, wanted]);
    for (const row of rows) known.add(row.id);
  }
  const has_depot = depotOf(actor.business?.settings ?? {}) !== null;
  return drafts.map((draft) => {
    const faults = faultsOfDraft(draft, has_depot);
    if (draft.customer_id && !known.has(draft.customer_id)) {
      faults.push({ field: "customer_id", message: "is not a customer of this business" });
    }
    if (draft.rate_id !== undefined) faults.push({ field: "rate_id", message: "a batch is priced afterwards; create the order alone to use a quote" });
    return faults;
  });
}
