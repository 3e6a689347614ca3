/** The event of a batch of movements, by its kind. */
import type { Context } from "#operation/define/context.ts";
import type { EventKind } from "#operation/define/events.ts";
import type { StockMovementRow } from "./records/stock-movement.ts";
import type { BatchKind } from "./rules.ts";

const KINDS = {
  receipt: "wms.received",
  putaway: "wms.putaway",
  move: "wms.moved",
  adjustment: "wms.adjusted",
  count: "wms.adjusted",
  issue: "wms.issued",
  rollback: "wms.rolled_back",
} as const satisfies Record<BatchKind, EventKind>;

export interface EmittedBatch {
  kind: BatchKind;
  batch_id: number;
  warehouse_id: number;
  subject: { type: string; id: number } | null;
  movements: readonly StockMovementRow[];
}

/**
 * A batch is a subject of its own: events of one subject are a chain, and everybody in a warehouse would wait for the
 * same one.
 */
export function emitBatch(
  { emit }: Context<never>,
  { kind, batch_id, warehouse_id, subject, movements }: EmittedBatch,
) {
  emit({
    subject: { type: "stock_batch", id: batch_id, is_new: true },
    kind: KINDS[kind],
    payload: {
      warehouse_id,
      subject_type: subject?.type ?? null,
      subject_id: subject?.id ?? null,
      movements: movements.map((movement) => ({
        movement_id: movement.id,
        reason: movement.reason,
        article_id: movement.article_id,
        package_id: movement.package_id,
        customer_id: movement.customer_id,
        lot: movement.lot,
        qty: movement.qty,
        from_bin_id: movement.from_bin_id,
        to_bin_id: movement.to_bin_id,
      })),
    },
  });
}
