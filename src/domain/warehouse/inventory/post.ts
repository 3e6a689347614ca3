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
import {
  applyMovements,
  type Balance,
  formatLineKey,
  getStatusAfterLeaving,
  type Movement,
} from "./rules.ts";
import type { BatchKind, StockLineRow, StockMovementRow } from "./tables.ts";

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
  const at = computeRecordedAt(latest.at(-1), context.now).toISOString();
  const batch_id = await insertBatch(context, batch, warehouse_id, at);
  const [posted] = await Promise.all([
    insertMovements(context, { batch_id, at, movements, balances: applied.balances, lines }),
    saveLines(context, { at, movements, balances: applied.balances, lines }),
    savePackages(context, movements, at),
  ]);
  emitBatch(context, { kind, batch_id, warehouse_id, subject: batch.subject ?? null, movements: posted });
  return { batch_id, at, movements: posted };
}

/** The columns by which a line is found. */
const KEY_COLUMNS =
  "bin_id bigint, article_id bigint, package_id bigint, customer_id bigint, lot text, expires_date date";

type Line = Pick<StockLineRow, "id" | "qty" | "changed_at">;

/** The lines that movements take from and add to, by key; those added to are created where they are new, empty. */
async function openLines(
  { db, business_id, now }: Context<never>,
  movements: readonly Movement[],
  bins: ReadonlyMap<number, BinRow>,
): Promise<Map<string, Line>> {
  const wanted = new Map<string, Record<string, unknown>>();
  const targets = new Map<string, Record<string, unknown>>();
  for (const movement of movements) {
    const { article_id, package_id, customer_id, lot, expires_date } = movement;
    for (const bin_id of [movement.from_bin_id, movement.to_bin_id]) {
      if (bin_id === null) continue;
      const key = formatLineKey(bin_id, movement);
      const columns = { bin_id, article_id, package_id, customer_id, lot, expires_date };
      wanted.set(key, columns);
      if (bin_id === movement.to_bin_id)
        targets.set(key, { ...columns, warehouse_id: bins.get(bin_id)?.warehouse_id });
    }
  }
  if (targets.size > 0)
    await db.execute(
      `insert into stock_line (business_id, warehouse_id, bin_id, article_id, package_id, customer_id, lot, expires_date,
         qty, created_at, changed_at)
       select $1, w.warehouse_id, w.bin_id, w.article_id, w.package_id, w.customer_id, w.lot, w.expires_date, 0, $3, '-infinity'
         from json_to_recordset($2::json) as w(warehouse_id bigint, ${KEY_COLUMNS})
       on conflict do nothing`,
      [business_id, JSON.stringify([...targets.values()]), now],
    );
  // Two branches, because each is found by an index of its own.
  const found = (by: string) => `
    select l.id, l.bin_id, l.article_id, l.package_id, l.customer_id, l.lot, l.expires_date, l.qty,
       nullif(l.changed_at, '-infinity') as changed_at
      from json_to_recordset($2::json) as w(${KEY_COLUMNS})
      join stock_line l on l.business_id = $1 and l.bin_id = w.bin_id and ${by}
       and l.customer_id is not distinct from w.customer_id and l.lot = w.lot
       and l.expires_date is not distinct from w.expires_date`;
  const rows = await db.rows<StockLineRow>(
    `${found("l.package_id = w.package_id and l.article_id is not distinct from w.article_id")}
     union all
     ${found("w.package_id is null and l.package_id is null and l.article_id = w.article_id")}`,
    [business_id, JSON.stringify([...wanted.values()])],
  );
  return new Map(
    rows.map((row) => [
      formatLineKey(row.bin_id, row),
      { id: row.id, qty: row.qty, changed_at: row.changed_at ?? "" },
    ]),
  );
}

async function insertBatch(
  { db, business_id, actor }: Context<never>,
  { kind, subject, note }: Batch,
  warehouse_id: number,
  at: string,
): Promise<number> {
  const row = await db.row<{ id: number }>(
    `insert into stock_batch (business_id, warehouse_id, kind, subject_type, subject_id, note, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      business_id,
      warehouse_id,
      kind,
      subject?.type ?? null,
      subject?.id ?? null,
      note ?? "",
      actor.account_id,
      at,
    ],
  );
  if (row === undefined) throw new Error("A batch that was inserted has no row.");
  return row.id;
}

interface Posting {
  at: string;
  movements: readonly Movement[];
  balances: readonly Balance[];
  lines: ReadonlyMap<string, Line>;
}

async function insertMovements(
  { db, business_id, actor }: Context<never>,
  { batch_id, at, movements, balances, lines }: Posting & { batch_id: number },
): Promise<StockMovementRow[]> {
  const idOf = (bin_id: number | null, movement: Movement) =>
    bin_id === null ? null : (lines.get(formatLineKey(bin_id, movement))?.id ?? null);
  const rows = movements.map((movement, index) => ({
    n: index,
    reason: movement.reason,
    article_id: movement.article_id,
    package_id: movement.package_id,
    customer_id: movement.customer_id,
    lot: movement.lot,
    expires_date: movement.expires_date,
    qty: movement.qty,
    from_bin_id: movement.from_bin_id,
    to_bin_id: movement.to_bin_id,
    from_line_id: idOf(movement.from_bin_id, movement),
    to_line_id: idOf(movement.to_bin_id, movement),
    ...balances[index],
    scanned: movement.scanned ?? null,
  }));
  const inserted = await db.rows<StockMovementRow>(
    `insert into stock_movement (business_id, batch_id, at, reason, article_id, package_id, customer_id, lot, expires_date, qty,
       from_bin_id, to_bin_id, from_line_id, to_line_id, from_qty_after, to_qty_after, scanned, created_by)
     select $1, $2, $3, reason, article_id, package_id, customer_id, lot, expires_date, qty, from_bin_id, to_bin_id,
       from_line_id, to_line_id, from_qty_after, to_qty_after, scanned, $5
       from json_to_recordset($4::json) as m(n int, reason text, article_id bigint, package_id bigint, customer_id bigint,
         lot text, expires_date date, qty int, from_bin_id bigint, to_bin_id bigint, from_line_id bigint, to_line_id bigint,
         from_qty_after int, to_qty_after int, scanned text)
      order by n returning *`,
    [business_id, batch_id, at, JSON.stringify(rows), actor.account_id],
  );
  return inserted.sort((one, other) => one.id - other.id);
}

async function saveLines(
  { db, business_id }: Context<never>,
  { at, movements, balances, lines }: Posting,
): Promise<void> {
  const qty = new Map<number, number>();
  const keep = (bin_id: number | null, movement: Movement, after: number | null | undefined) => {
    if (bin_id === null || after === null || after === undefined) return;
    const line = lines.get(formatLineKey(bin_id, movement));
    assert(line !== undefined, "A line that was created was not found.");
    qty.set(line.id, after);
  };
  for (const [index, movement] of movements.entries()) {
    keep(movement.from_bin_id, movement, balances[index]?.from_qty_after);
    keep(movement.to_bin_id, movement, balances[index]?.to_qty_after);
  }
  // Lines that are emptied first: a package is in one bin at any moment.
  const ordered = [...qty].sort(([, one], [, other]) => one - other);
  for (const part of [ordered.filter(([, after]) => after === 0), ordered.filter(([, after]) => after > 0)]) {
    if (part.length === 0) continue;
    await db.execute(
      `update stock_line l set qty = s.qty, changed_at = $3
         from unnest($2::bigint[], $4::int[]) as s(id, qty) where l.business_id = $1 and l.id = s.id`,
      [business_id, part.map(([id]) => id), at, part.map(([, after]) => after)],
    );
  }
}

/** Where the packages among the goods are afterwards. */
async function savePackages(
  { db, business_id }: Context<never>,
  movements: readonly Movement[],
  at: string,
): Promise<void> {
  const after = new Map<number, { id: number; bin_id: number | null; status: string }>();
  for (const { article_id, package_id, to_bin_id, reason } of movements) {
    if (article_id !== null || package_id === null) continue;
    const status = to_bin_id === null ? getStatusAfterLeaving(reason) : "in_stock";
    after.set(package_id, { id: package_id, bin_id: to_bin_id, status });
  }
  if (after.size === 0) return;
  await db.execute(
    `update stock_package p set bin_id = s.bin_id, status = s.status, version = version + 1,
       left_at = case when s.bin_id is null then $3::timestamptz end
       from json_to_recordset($2::json) as s(id bigint, bin_id bigint, status text)
      where p.business_id = $1 and p.id = s.id`,
    [business_id, JSON.stringify([...after.values()]), at],
  );
}
