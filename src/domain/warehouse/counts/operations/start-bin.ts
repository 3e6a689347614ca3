/**
 * Begin to count a bin. What lies there is noted, so that stock that moves until it is handed in is counted again. Beginning
 * again starts over.
 */
import Type from "typebox";
import { lockBins } from "#domain/warehouse/warehouses/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { loadBook } from "../book.ts";
import { messages } from "../messages.ts";
import { findCountBin } from "../records/count-bin.ts";
import { type CountEntryRow, startEntry } from "../records/count-entry.ts";
import { getLockedCount } from "../records/stock-count.ts";
import { countNeededCounters } from "../rules.ts";

export const startBin = defineOperation({
  name: "stockCountStart",
  summary: "Begin to count a bin",
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/wms/mobile/counts/{count_id}/bins/{bin_id}/start" },
  queueable: true,
  input: Type.Object({ count_id: Ref("stock_count"), bin_id: Ref("bin") }),
  output: Type.Object({
    result: Type.Boolean(),
    bin_id: Ref("bin"),
    bin_code: Type.String(),
    round: Type.Integer(),
    expected: Type.Array(
      Type.Object(
        {
          article_id: Nullable(Ref("article")),
          package_id: Nullable(Ref("stock_package")),
          /** What to look for. */
          name: Type.String(),
          lot: Type.String(),
          expires_date: Nullable(CalendarDate),
          qty: Type.Integer(),
        },
        { $id: "ExpectedInBin" },
      ),
      { description: "What should be there; empty in a blind count." },
    ),
  }),
  refusals: {
    wrong_status: "conflict",
    unknown_bin: "not_found",
    not_to_count: "conflict",
    bin_taken: "conflict",
  },

  async run(context, { count_id, bin_id }) {
    const { db, business_id, actor, refuse, emit } = context;
    const count = await getLockedCount(context, count_id);
    const task = await findCountBin(context, count_id, bin_id);
    const [bin] = await lockBins(context, [bin_id]);
    if (task === undefined || bin === undefined)
      throw refuse("unknown_bin", { message: messages.unknown_bin });
    const values = { code: bin.code };
    const entries = await db.rows<CountEntryRow>(
      "select * from stock_count_entry where business_id = $1 and count_bin_id = $2 and round = $3",
      [business_id, task.id, task.round],
    );
    const own_entry = entries.find(({ counted_by }) => counted_by === actor.account_id);
    if (task.status !== "open" || (own_entry !== undefined && own_entry.finished_at !== null))
      throw refuse("not_to_count", { message: messages.not_to_count, values });
    if (own_entry === undefined && entries.length >= countNeededCounters(task.round, count.counters))
      throw refuse("bin_taken", { message: messages.bin_taken, values });

    const book = await loadBook(context, bin_id, count.article_id);
    const seen_versions = Object.fromEntries(book.map(({ id, changed_at }) => [id, changed_at]));
    await startEntry(context, task, seen_versions);
    emit({
      subject: { type: "stock_count", id: count_id },
      kind: "stock_count.bin_started",
      payload: { warehouse_id: count.warehouse_id, bin_id, round: task.round },
    });
    const expected = count.is_blind
      ? []
      : await db.rows<{
          article_id: number | null;
          package_id: number | null;
          name: string;
          lot: string;
          expires_date: string | null;
          qty: number;
        }>(
          `select l.article_id, l.package_id, coalesce(p.code, a.sku || ' ' || a.name) as name, l.lot, l.expires_date, l.qty
             from stock_line l left join article a on a.business_id = $1 and a.id = l.article_id
             left join stock_package p on p.business_id = $1 and p.id = l.package_id
            where l.business_id = $1 and l.id = any($2::bigint[]) and l.qty > 0 order by name, l.lot`,
          [business_id, book.map(({ id }) => id)],
        );
    return { result: true, bin_id, bin_code: bin.code, round: task.round, expected };
  },
});
