/** One person counting one bin in one round, and the lines of what was counted. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { Counting } from "../rules.ts";

export interface CountEntryRow extends Row<"stock_count_entry"> {
  /** When each line of the bin last changed, by its id. */
  seen: Record<string, string>;
}

export type CountLineRow = Row<"stock_count_line">;

export const CountEntryRecord = defineRecord<"stock_count_entry", CountEntryRow>("stock_count_entry");
export const CountLineRecord = defineRecord("stock_count_line");

type Reader = Pick<Context<never>, "db" | "business_id">;

/** The caller counts the bin in this round; beginning again starts over. */
export async function startEntry(
  { db, business_id, actor, now }: Context<never>,
  count_bin: { id: number; round: number },
  seen_versions: CountEntryRow["seen"],
): Promise<void> {
  await db.execute(
    `insert into stock_count_entry (business_id, count_bin_id, round, counted_by, started_at, seen)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (business_id, count_bin_id, round, counted_by) do update set started_at = $5, seen = $6`,
    [business_id, count_bin.id, count_bin.round, actor.account_id, now, JSON.stringify(seen_versions)],
  );
}

/** Nobody counts the bin any more. */
export async function removeUnfinished({ db, business_id }: Reader, count_bin_id: number): Promise<void> {
  await db.execute(
    "delete from stock_count_entry where business_id = $1 and count_bin_id = $2 and finished_at is null",
    [business_id, count_bin_id],
  );
}

export type FinishedEntry = CountEntryRow & { lines: CountLineRow[] };

/** What was handed in for bins, the earliest first. */
export async function loadFinished(
  { db, business_id }: Reader,
  count_bin_ids: readonly number[],
): Promise<FinishedEntry[]> {
  return db.rows<FinishedEntry>(
    `select e.*, coalesce((select jsonb_agg(to_jsonb(l) order by l.id) from stock_count_line l
         where l.business_id = $1 and l.entry_id = e.id), '[]') as lines
       from stock_count_entry e
      where e.business_id = $1 and e.count_bin_id = any($2::bigint[]) and e.finished_at is not null
      order by e.finished_at, e.id`,
    [business_id, [...count_bin_ids]],
  );
}

export function formatGoodsKey(
  goods: Pick<CountLineRow, "article_id" | "package_id" | "customer_id" | "lot" | "expires_date">,
): string {
  const { article_id, package_id, customer_id, lot, expires_date } = goods;
  return JSON.stringify([article_id, package_id, customer_id, lot, expires_date]);
}

export function toCounting({ round, lines }: FinishedEntry): Counting {
  return { round, lines: lines.map((line) => ({ ...line, key: formatGoodsKey(line) })) };
}
