/**
 * Hand in what was counted in a bin: what is not named is not there. When all who count it have handed in, it is decided
 * whether it agrees, differs, or is counted again.
 */
import Type from "typebox";
import { GoodsCode, Lot, QTY_MAX } from "#domain/warehouse/inventory/public.ts";
import { lockBins } from "#domain/warehouse/warehouses/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { loadBook } from "../book.ts";
import { addUp, findCounted } from "../goods.ts";
import { messages } from "../messages.ts";
import { CountBinRecord, findCountBin } from "../records/count-bin.ts";
import {
  CountEntryRecord,
  type CountEntryRow,
  CountLineRecord,
  formatGoodsKey,
  loadFinished,
  toCounting,
} from "../records/count-entry.ts";
import { getLockedCount, saveCount } from "../records/stock-count.ts";
import { countNeededCounters, decideRound, listDifferences } from "../rules.ts";

export const submitBin = defineOperation({
  name: "stockCountSubmit",
  summary: "Hand in what was counted in a bin",
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/wms/mobile/counts/{count_id}/bins/{bin_id}/submit" },
  queueable: true,
  input: Type.Object({
    count_id: Ref("stock_count"),
    bin_id: Ref("bin"),
    items: Type.Array(
      Type.Object({
        code: Type.Optional(
          Type.String({ ...GoodsCode, description: "Code of a package, barcode or SKU of an article." }),
        ),
        article_id: Type.Optional(Ref("article")),
        package_id: Type.Optional(Ref("stock_package")),
        lot: Type.Optional(Lot),
        expires_date: Type.Optional(Nullable(CalendarDate)),
        qty: Type.Integer({ minimum: 0, maximum: QTY_MAX, description: "Pieces; 1 for a package." }),
      }),
      {
        maxItems: 500,
        description: "All that lies there. The same goods named twice add up; an empty bin has none.",
      },
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    bin_id: Ref("bin"),
    decision: Nullable(
      StringEnum(["agreed", "difference", "recount"], {
        description: "Null while somebody else still counts it.",
      }),
    ),
    has_moved: Type.Boolean({ description: "Some of it moved while it was counted." }),
  }),
  refusals: {
    wrong_status: "conflict",
    unknown_bin: "not_found",
    not_started: "conflict",
    unknown_goods: "invalid",
  },

  async run(context, { count_id, bin_id, items }) {
    const { db, business_id, actor, now, refuse, emit } = context;
    const count = await getLockedCount(context, count_id);
    const task = await findCountBin(context, count_id, bin_id);
    const [bin] = await lockBins(context, [bin_id]);
    if (task === undefined || bin === undefined)
      throw refuse("unknown_bin", { message: messages.unknown_bin });
    const entry = await db.row<CountEntryRow>(
      `select * from stock_count_entry where business_id = $1 and count_bin_id = $2 and round = $3 and counted_by = $4
         and finished_at is null`,
      [business_id, task.id, task.round, actor.account_id],
    );
    if (entry === undefined) throw refuse("not_started", { message: messages.not_started });
    const counted_goods = await findCounted(context, { bin_id, article_id: count.article_id }, items);
    if ("errors" in counted_goods)
      throw refuse("unknown_goods", { message: messages.unknown_goods, errors: counted_goods.errors });

    const book = await loadBook(context, bin_id, count.article_id);
    const counted = new Map(
      addUp(counted_goods.goods, formatGoodsKey).map((one) => [formatGoodsKey(one), one]),
    );
    const in_book = new Map(book.map((line) => [formatGoodsKey(line), line]));
    const keys = [...new Set([...counted.keys(), ...in_book.keys()])];
    const lines = keys.flatMap((key) => {
      const [one, line] = [counted.get(key), in_book.get(key)];
      const goods = one ?? line;
      const has_moved = line !== undefined && entry.seen[line.id] !== line.changed_at;
      // A line that was empty all the time says nothing.
      if (goods === undefined || (one === undefined && line?.qty === 0 && !has_moved)) return [];
      const { article_id, package_id, customer_id, lot, expires_date } = goods;
      return [
        {
          entry_id: entry.id,
          ...{ article_id, package_id, customer_id, lot, expires_date, has_moved },
          counted_qty: one?.qty ?? 0,
          book_qty: line?.qty ?? 0,
          line_changed_at: line?.changed_at ?? null,
        },
      ];
    });
    await CountLineRecord.insertMany(context, lines);
    await CountEntryRecord.change(context, entry, { finished_at: now.toISOString() });
    const countings = (await loadFinished(context, [task.id])).map(toCounting);
    const handed_in = countings.filter(({ round }) => round === task.round).length;
    const decision =
      handed_in < countNeededCounters(task.round, count.counters) ? null : decideRound(countings, task.round);
    if (decision !== null)
      await CountBinRecord.change(
        context,
        task,
        decision === "recount"
          ? { status: "open", round: task.round + 1 }
          : { status: decision, round: task.round },
      );
    emit({
      subject: { type: "stock_count", id: count_id },
      kind: "stock_count.bin_counted",
      payload: {
        warehouse_id: count.warehouse_id,
        bin_id,
        round: task.round,
        decision,
        differences: listDifferences({
          round: task.round,
          lines: lines.map((line) => ({ ...line, key: formatGoodsKey(line) })),
        }).size,
      },
    });
    await saveCount(context, count);
    return { result: true, bin_id, decision, has_moved: lines.some(({ has_moved }) => has_moved) };
  },
});
