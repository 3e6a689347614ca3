/** Put goods from receiving away into a bin, by its scan. Another bin than the suggested one needs a reason. */
import Type from "typebox";
import { readCode } from "#codes/read-code.ts";
import {
  lockStockAtHand,
  movementRefusals,
  postMovements,
  Qty,
  refuseMovements,
} from "#domain/warehouse/inventory/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { Id } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { listPutaways } from "../putaways.ts";

export const confirmPutaway = defineOperation({
  name: "putawayConfirm",
  summary: "Confirm that goods are put away",
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/wms/mobile/putaway/{line_id}/confirm" },
  queueable: true,
  input: Type.Object({
    line_id: Ref("stock_line", { ...Id, description: "The line of stock in receiving." }),
    bin_code: Type.String({ minLength: 1, maxLength: 40, description: "The code of the bin, as scanned." }),
    qty: Type.Optional(Type.Integer({ ...Qty, description: "Pieces of it; all of them when absent." })),
    suggested_bin_id: Type.Optional(
      Ref("bin", {
        ...Id,
        description: "The suggestion that the person was shown; the present one when absent.",
      }),
    ),
    override_reason: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, pattern: "\\S", description: "Why it is another bin." }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    batch_id: NoRef("movements of one call"),
    bin_id: Ref("bin"),
    is_suggested: Type.Boolean(),
    left: Type.Integer({ description: "Pieces of it that are still in receiving." }),
  }),
  refusals: {
    ...movementRefusals,
    unknown_line: "not_found",
    unknown_bin: "invalid",
    same_bin: "conflict",
    reason_required: "invalid",
  },

  async run(context, { line_id, bin_code, qty, suggested_bin_id, override_reason }) {
    const { db, business_id, refuse } = context;
    const [task] = await listPutaways(context, { line_id }, { limit: 1, offset: 0 });
    if (task === undefined) throw refuse("unknown_line", { message: messages.unknown_line });
    const target = await db.row<{ id: number }>(
      `select t.id from warehouse_bin t join warehouse_bin f on f.business_id = $1 and f.id = $2 and f.warehouse_id = t.warehouse_id
        where t.business_id = $1 and t.code = any($3) order by array_position($3, t.code) limit 1`,
      [business_id, task.bin_id, [...readCode(bin_code).keys]],
    );
    if (target === undefined)
      throw refuse("unknown_bin", {
        message: messages.unknown_bin,
        errors: [{ field: "bin_code", message: messages.no_bin_of_warehouse }],
      });
    if (target.id === task.bin_id) throw refuse("same_bin", { message: messages.same_bin });
    const suggested = suggested_bin_id ?? task.suggestion?.bin_id ?? target.id;
    const is_suggested = suggested === target.id;
    if (!is_suggested && override_reason === undefined)
      throw refuse("reason_required", {
        message: messages.reason_required,
        errors: [{ field: "override_reason", message: fields.required }],
        extra: { suggestion: task.suggestion },
      });
    const stock_selection =
      task.package === null ? { line_ids: [line_id] } : { package_ids: [task.package.id] };
    const { lines, bins } = await lockStockAtHand(context, stock_selection, [target.id]);
    const line = lines.find(({ id }) => id === line_id);
    if (line === undefined) throw refuse("unknown_line", { message: messages.unknown_line });
    const posted = await postMovements(context, {
      kind: "putaway",
      bins,
      ...(override_reason === undefined ? {} : { note: override_reason }),
      // What is in a package moves with it.
      movements: lines.map((one) => ({
        ...one,
        reason: "put_away",
        qty: one.id === line_id ? (qty ?? one.qty) : one.qty,
        from_bin_id: one.bin_id,
        to_bin_id: target.id,
        scanned: bin_code,
      })),
    });
    if ("problem" in posted)
      throw refuseMovements(
        context,
        posted,
        new Map(bins.map(({ id, code }) => [id, code])),
        () => "bin_code",
      );
    return {
      result: true,
      batch_id: posted.batch_id,
      bin_id: target.id,
      is_suggested,
      left: posted.movements.find(({ from_line_id }) => from_line_id === line_id)?.from_qty_after ?? 0,
    };
  },
});
