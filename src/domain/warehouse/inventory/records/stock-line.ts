/** Lines of stock: what lies in a bin. Their statements are their own: a batch is posted with a few, whatever it moves. */
import assert from "node:assert";
import type { BinRow } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Row } from "#operation/define/record.ts";
import { type Balance, formatLineKey, type Movement } from "../rules.ts";

export type StockLineRow = Row<"stock_line">;

/** The columns by which a line is found. */
const KEY_COLUMNS =
  "bin_id bigint, article_id bigint, package_id bigint, customer_id bigint, lot text, expires_date date";

type Line = Pick<StockLineRow, "id" | "qty" | "changed_at">;

/** The lines that movements take from and add to, by key; those added to are created where they are new, empty. */
export async function openLines(
  { db, business_id, now }: Context<never>,
  movements: readonly Movement[],
  bins: ReadonlyMap<number, BinRow>,
): Promise<Map<string, Line>> {
  const wanted_lines = new Map<string, Record<string, unknown>>();
  const targets = new Map<string, Record<string, unknown>>();
  for (const movement of movements) {
    const { article_id, package_id, customer_id, lot, expires_date } = movement;
    for (const bin_id of [movement.from_bin_id, movement.to_bin_id]) {
      if (bin_id === null) continue;
      const key = formatLineKey(bin_id, movement);
      const columns = { bin_id, article_id, package_id, customer_id, lot, expires_date };
      wanted_lines.set(key, columns);
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
  const buildQuery = (by: string) => `
    select l.id, l.bin_id, l.article_id, l.package_id, l.customer_id, l.lot, l.expires_date, l.qty,
       nullif(l.changed_at, '-infinity') as changed_at
      from json_to_recordset($2::json) as w(${KEY_COLUMNS})
      join stock_line l on l.business_id = $1 and l.bin_id = w.bin_id and ${by}
       and l.customer_id is not distinct from w.customer_id and l.lot = w.lot
       and l.expires_date is not distinct from w.expires_date`;
  const rows = await db.rows<StockLineRow>(
    `${buildQuery("l.package_id = w.package_id and l.article_id is not distinct from w.article_id")}
     union all
     ${buildQuery("w.package_id is null and l.package_id is null and l.article_id = w.article_id")}`,
    [business_id, JSON.stringify([...wanted_lines.values()])],
  );
  return new Map(
    rows.map((row) => [
      formatLineKey(row.bin_id, row),
      { id: row.id, qty: row.qty, changed_at: row.changed_at ?? "" },
    ]),
  );
}

/** Movements, with what each leaves in its lines. */
export interface Posting {
  at: string;
  movements: readonly Movement[];
  balances: readonly Balance[];
  lines: ReadonlyMap<string, Line>;
}

/** Stores what movements leave in their lines. */
export async function saveLines(
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
