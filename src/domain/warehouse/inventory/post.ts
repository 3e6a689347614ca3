/**
 * Posts movements, and what they leave in the lines of stock, in one transaction: the only writer of both.
 *
 * The caller has locked every bin that is named (`lockBins`). Lines lie in bins, so nobody else changes one of them
 * meanwhile, and what is read here stays until the commit. The database refuses a line below zero in any case.
 */
import assert from "node:assert";
import type { BinRow } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { computeRecordedAt } from "#operation/records/events.ts";
import { findOverload, type Overload } from "./capacity.ts";
import { emitBatch } from "./emit-batch.ts";
import { openLines, saveLines } from "./records/stock-line.ts";
import { insertMovements, StockBatch, type StockMovementRow } from "./records/stock-movement.ts";
import { movePackages } from "./records/stock-package.ts";
import { applyMovements, type BatchKind, type Movement } from "./rules.ts";

export interface Batch {
  kind: BatchKind;
  /** Every bin that the movements name, locked. */
  bins: readonly BinRow[];
  movements: readonly Movement[];
  /** What caused it: `{ type: "receipt", id: 7 }`. */
  subject?: { type: string; id: number };
  note?: string;
}

export interface PostedBatch {
  batch_id: number;
  at: string;
  movements: readonly StockMovementRow[];
}

/** Why nothing was posted; `index` is that of a movement. */
export type NotPosted =
  | { problem: "closed"; index: number; bin: BinRow }
  | { problem: "short"; index: number; available: number }
  | { problem: "full"; overload: Overload };

export async function postMovements(context: Context<never>, batch: Batch): Promise<PostedBatch | NotPosted> {
  const { kind, bins, movements } = batch;
  const by_id = new Map(bins.map((bin) => [bin.id, bin]));
  for (const [index, { from_bin_id, to_bin_id }] of movements.entries()) {
    for (const id of [from_bin_id, to_bin_id])
      assert(id === null || by_id.has(id), `The bin ${id} is not locked.`);
    const target = to_bin_id === null ? undefined : by_id.get(to_bin_id);
    if (target?.status === "closed") return { problem: "closed", index, bin: target };
  }
  const warehouses = new Set(
    movements.flatMap(({ from_bin_id, to_bin_id }) =>
      [from_bin_id, to_bin_id].flatMap((id) => by_id.get(id ?? 0)?.warehouse_id ?? []),
    ),
  );
  const [warehouse_id] = warehouses;
  assert(warehouse_id !== undefined && warehouses.size === 1, "Movements of a batch are in one warehouse.");

  const overload = await findOverload(context, bins, movements);
  if (overload !== undefined) return { problem: "full", overload };
  const lines = await openLines(context, movements, by_id);
  const applied = applyMovements(new Map([...lines].map(([key, { qty }]) => [key, qty])), movements);
  if ("short" in applied) return { problem: "short", ...applied.short };

  // Later than every earlier movement of these lines, although the clocks of processes differ: a line as of a past time is
  // what its last movement until then left.
  const latest = [...lines.values()].map(({ changed_at }) => changed_at).sort();
  const recorded_at = computeRecordedAt(latest.at(-1), context.now);
  const at = recorded_at.toISOString();
  const { db, business_id, actor } = context;
  const { id: batch_id } = await StockBatch.insert(
    { db, business_id, now: recorded_at },
    {
      warehouse_id,
      kind,
      subject_type: batch.subject?.type ?? null,
      subject_id: batch.subject?.id ?? null,
      note: batch.note ?? "",
      created_by: actor.account_id,
    },
  );
  const [posted] = await Promise.all([
    insertMovements(context, { batch_id, at, movements, balances: applied.balances, lines }),
    saveLines(context, { at, movements, balances: applied.balances, lines }),
    movePackages(context, movements, at),
  ]);
  emitBatch(context, { kind, batch_id, warehouse_id, subject: batch.subject ?? null, movements: posted });
  return { batch_id, at, movements: posted };
}
