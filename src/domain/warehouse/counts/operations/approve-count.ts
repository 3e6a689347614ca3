/**
 * Approve the differences of bins: they become movements with a reason. What moved since the bin was counted does not
 * change the difference; what was adjusted since would be adjusted twice, and is counted again.
 */
import Type from "typebox";
import {
  lockStockAtHand,
  mayAdjust,
  postMovements,
  publishPackages,
} from "#domain/warehouse/inventory/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildAdjustments, COUNT_REASONS, type CountReason, wasAdjustedSince } from "../adjust.ts";
import { answerCount } from "../answer.ts";
import { messages } from "../messages.ts";
import { CountBinRecord, type CountBinRow } from "../records/count-bin.ts";
import { type FinishedEntry, loadFinished } from "../records/count-entry.ts";
import { getLockedCount, type StockCountRow, saveCount } from "../records/stock-count.ts";
import { CountAnswer, CountNote } from "../shapes.ts";

const approveRefusals = {
  wrong_status: "conflict",
  unknown_bin: "not_found",
  nothing_to_approve: "conflict",
  own_count: "forbidden",
  adjusted_since: "conflict",
  moved_since: "conflict",
  bin_full: "conflict",
  bin_closed: "conflict",
  wrong_direction: "invalid",
} as const;

export const approveCount = defineOperation({
  name: "stockCountApprove",
  summary: "Approve differences of a count",
  risk: "high",
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/wms/counts/{count_id}/approve" },
  input: Type.Object({
    count_id: Ref("stock_count"),
    bin_ids: Type.Optional(
      Type.Array(Ref("bin"), {
        minItems: 1,
        maxItems: 500,
        uniqueItems: true,
        description: "All bins with a difference when absent.",
      }),
    ),
    reason: Type.Optional(
      StringEnum(COUNT_REASONS, { description: "Why the stock differs; `counted` when it is not known." }),
    ),
    note: Type.Optional(CountNote),
  }),
  output: CountAnswer,
  refusals: approveRefusals,

  async run(context, { count_id, bin_ids, reason = "counted", note = "" }) {
    const { db, business_id, refuse, emit } = context;
    const count = await getLockedCount(context, count_id);
    const tasks = await db.rows<CountBinRow & { bin_code: string }>(
      `select n.*, b.code as bin_code from stock_count_bin n join warehouse_bin b on b.business_id = $1 and b.id = n.bin_id
        where n.business_id = $1 and n.count_id = $2 and ($3::bigint[] is null or n.bin_id = any($3)) order by n.bin_id`,
      [business_id, count_id, bin_ids ?? null],
    );
    if (bin_ids !== undefined && tasks.length < bin_ids.length)
      throw refuse("unknown_bin", { message: messages.unknown_bin });
    const different = tasks.filter(({ status }) => status === "difference");
    if (different.length === 0) throw refuse("nothing_to_approve", { message: messages.nothing_to_approve });
    const finished = await loadFinished(
      context,
      different.map(({ id }) => id),
    );
    refuseOwnCount(context, finished);
    for (const task of different) {
      const last = finished.findLast(({ count_bin_id }) => count_bin_id === task.id);
      if (last !== undefined) await adjustBin(context, count, task, { last, reason, note });
    }
    emit({
      subject: { type: "stock_count", id: count_id },
      kind: "stock_count.approved",
      payload: { warehouse_id: count.warehouse_id, bin_ids: different.map(({ bin_id }) => bin_id) },
    });
    await saveCount(context, count);
    return answerCount(context, count_id);
  },
});

type ApproveContext = Context<keyof typeof approveRefusals>;

/** The counter does not approve it, except the administrator, who may be alone. */
function refuseOwnCount({ actor, refuse }: ApproveContext, finished: readonly FinishedEntry[]): void {
  if (actor.role !== "client_admin" && finished.some(({ counted_by }) => counted_by === actor.account_id))
    throw refuse("own_count", { message: messages.own_count });
}

async function adjustBin(
  context: ApproveContext,
  count: StockCountRow,
  task: CountBinRow & { bin_code: string },
  { last, reason, note }: { last: FinishedEntry; reason: CountReason; note: string },
): Promise<void> {
  const { actor, now, refuse } = context;
  const { bin_id, bin_code } = task;
  const values = { code: bin_code };
  const lines = last.lines.filter((line) => line.counted_qty !== line.book_qty);
  const misfit = lines.some(
    (line) => reason !== "counted" && !mayAdjust(reason, line.counted_qty - line.book_qty),
  );
  if (misfit)
    throw refuse("wrong_direction", {
      message: messages.wrong_direction,
      values,
      errors: [{ field: "reason", message: messages.reason_unfit.with({ code: bin_code }) }],
    });
  const { lines: packages, bins } = await lockStockAtHand(
    context,
    { package_ids: lines.flatMap(({ package_id }) => package_id ?? []) },
    [bin_id],
  );
  if (!bins.some((bin) => bin.id === bin_id)) throw refuse("unknown_bin", { message: messages.unknown_bin });
  // A package that lies in another warehouse is moved there by a transfer, and not found by a count here.
  const elsewhere = packages.some(({ warehouse_id }) => warehouse_id !== count.warehouse_id);
  if (elsewhere) throw refuse("moved_since", { message: messages.moved_since, values });
  if (
    await wasAdjustedSince(
      context,
      bin_id,
      lines.filter(({ package_id }) => package_id === null),
    )
  )
    throw refuse("adjusted_since", { message: messages.adjusted_since, values, extra: { bin_id } });
  const built = await buildAdjustments(context, { bin_id, lines, reason, packages });
  if ("fault" in built)
    throw refuse("moved_since", { message: messages.moved_since, values, extra: { bin_id } });
  let batch_id: number | null = null;
  if (built.movements.length > 0) {
    const posted = await postMovements(context, {
      kind: "count",
      bins,
      subject: { type: "stock_count", id: count.id },
      note,
      movements: built.movements,
    });
    if ("problem" in posted) {
      const code = ({ short: "moved_since", full: "bin_full", closed: "bin_closed" } as const)[
        posted.problem
      ];
      throw refuse(code, { message: messages[code], values, extra: { bin_id } });
    }
    await publishPackages(context, posted.movements);
    batch_id = posted.batch_id;
  }
  await CountBinRecord.change(context, task, {
    status: "adjusted",
    decided_by: actor.account_id,
    decided_at: now.toISOString(),
    batch_id,
  });
}
