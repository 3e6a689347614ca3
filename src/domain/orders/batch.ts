/** Many orders in one transaction, each decided on its own. Shared by the synchronous and the queued batch. */
import { randomUUID } from "node:crypto";
import Type from "typebox";
import type { Context } from "#operation/context.ts";
import type { RefusalDetail } from "#operation/refusal.ts";
import type { BatchState } from "#vocabulary/batches.ts";
import { faultsOfDraft, type OrderDraft } from "./draft.ts";
import { depotOf, insertOrders, type NewOrder } from "./insert.ts";

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

export interface NewBatch {
  /** Name of the operation that the batch is of. */
  operation: string;
  state: BatchState;
  mode?: string;
  total: number;
  done?: number;
  failed?: number;
}

/** The row that says what became of a bulk command; its id is on every event the command causes. */
export async function insertBatch(
  context: Context<never>,
  batch: NewBatch,
): Promise<{ id: number; public_id: string }> {
  const { db, business_id, actor, now, request } = context;
  const finished = batch.state === "QUEUED" ? null : now;
  const row = await db.row<{ id: number; public_id: string }>(
    `insert into batch (public_id, business_id, operation, state, mode, items_total, items_done, items_failed, created_by,
       created_at, started_at, finished_at, source)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12) returning id, public_id`,
    [
      randomUUID(),
      business_id,
      batch.operation,
      batch.state,
      batch.mode ?? "best_effort",
      batch.total,
      batch.done ?? 0,
      batch.failed ?? 0,
      actor.account_id,
      now,
      finished,
      request.surface,
    ],
  );
  if (row === undefined) throw new Error("The batch was not written.");
  return row;
}

export async function createBatch(
  context: Context<"batch_refused">,
  drafts: readonly OrderDraft[],
  mode: "best_effort" | "all_or_nothing",
): Promise<{ batch_id: number; items: ItemResult[] }> {
  const { refuse, request } = context;
  const faults = await faultsOf(context, drafts);
  const bad = faults.flatMap((list, index) =>
    list.map((fault) => ({ ...fault, field: `orders/${index}/${fault.field ?? ""}` })),
  );
  if (mode === "all_or_nothing" && bad.length > 0) {
    throw refuse("batch_refused", {
      message: "No order was created, because at least one is not valid.",
      errors: bad.slice(0, 100),
    });
  }
  const good = faults.filter((list) => list.length === 0).length;
  const { id: batch_id } = await insertBatch(context, {
    operation: "clientBatchOrderCreate",
    state: good === drafts.length ? "COMPLETED" : "COMPLETED_WITH_ERRORS",
    mode,
    total: drafts.length,
    done: good,
    failed: drafts.length - good,
  });
  const items = await createMany(context, drafts, { batch_id, source: request.surface, faults });
  return { batch_id, items };
}

/** Create the drafts that have no faults; the result of each, in the sequence of the drafts. */
export async function createMany(
  context: Context<never>,
  drafts: readonly OrderDraft[],
  options: {
    batch_id: number;
    source: string;
    faults?: RefusalDetail[][];
    /** Index of the first draft within the whole batch. */
    first_index?: number;
    /** Hash of the PIN of a draft, where it was taken off before the draft was kept. */
    pin_hashes?: readonly (string | null)[];
  },
): Promise<ItemResult[]> {
  const { batch_id, source, first_index = 0, pin_hashes = [] } = options;
  const faults = options.faults ?? (await faultsOf(context, drafts));
  const good = drafts.flatMap((draft, index) => (faults[index]?.length === 0 ? [{ draft, index }] : []));
  const made = await insertOrders(
    context,
    good.map(({ draft, index }): NewOrder => {
      const pin_hash = pin_hashes[index] ?? null;
      const { pin: _hashed, ...requirements } = draft.requirements ?? {};
      return {
        draft,
        customer_id: draft.customer_id ?? null,
        batch_id,
        source,
        ...(pin_hash === null ? {} : { carried: { requirements: { ...requirements, pin_hash } } }),
      };
    }),
  );
  const byIndex = new Map(good.map(({ index }, at) => [index, made[at]]));
  return drafts.map((draft, index) => {
    const order = byIndex.get(index)?.order;
    return {
      index: first_index + index,
      result: order !== undefined,
      order_id: order?.id ?? null,
      tracking_number: order?.tracking_number ?? null,
      ref: draft.ref ?? null,
      errors: (faults[index] ?? []).map(({ field, message }) => ({ field: field ?? "", message })),
    };
  });
}

/** Faults of each draft; unknown customers are looked up together. A batch takes no rate_ids. */
async function faultsOf(
  { db, business_id, actor }: Context<never>,
  drafts: readonly OrderDraft[],
): Promise<RefusalDetail[][]> {
  const wanted = [...new Set(drafts.flatMap((draft) => (draft.customer_id ? [draft.customer_id] : [])))];
  const known = new Set<number>();
  if (wanted.length > 0) {
    const rows = await db.rows<{ id: number }>(
      "select id from customer where business_id = $1 and id = any($2::int[])",
      [business_id, wanted],
    );
    for (const row of rows) known.add(row.id);
  }
  const has_depot = depotOf(actor.business?.settings ?? {}) !== null;
  return drafts.map((draft) => {
    const faults = faultsOfDraft(draft, has_depot);
    if (draft.customer_id && !known.has(draft.customer_id)) {
      faults.push({ field: "customer_id", message: "is not a customer of this business" });
    }
    if (draft.rate_id !== undefined)
      faults.push({
        field: "rate_id",
        message: "a batch is priced afterwards; create the order alone to use a quote",
      });
    return faults;
  });
}
