/**
 * Adjust the stock of a bin, with a reason: pieces of an article, loose or in a package, or a whole package that was found,
 * lost or disposed of.
 */
import Type from "typebox";
import { lockBins } from "#domain/warehouse/warehouses/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { findAdjusted } from "../adjusted.ts";
import { messages } from "../messages.ts";
import { postMovements } from "../post.ts";
import { publishPackages } from "../publish-packages.ts";
import { movementRefusals, refuseMovements } from "../refuse.ts";
import { ADJUSTMENT_REASONS, mayAdjust } from "../rules.ts";
import { GoodsCode, Lot, QTY_MAX } from "../shapes.ts";

export const adjustStock = defineOperation({
  name: "stockAdjust",
  summary: "Adjust stock",
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/wms/inventory/adjust" },
  input: Type.Object({
    bin_id: Ref("bin"),
    article_id: Type.Optional(Ref("article")),
    package_id: Type.Optional(
      Ref("stock_package", { ...Id, description: "The package; with `article_id`, what is in it." }),
    ),
    lot: Type.Optional(Lot),
    expires_date: Type.Optional(Nullable(CalendarDate)),
    change: Type.Integer({
      minimum: -QTY_MAX,
      maximum: QTY_MAX,
      description: "Pieces to add, or with a minus to take away; 1 or -1 for a package.",
    }),
    reason: StringEnum(ADJUSTMENT_REASONS, {
      description: "`found` adds, `corrected` does both, the others take away.",
    }),
    note: Type.Optional(Type.String({ maxLength: 500 })),
    scanned: Type.Optional(Type.String({ ...GoodsCode, description: "What was scanned." })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    batch_id: NoRef("movements of one call"),
    qty: Type.Integer({ description: "What is left of it in the bin." }),
  }),
  refusals: {
    ...movementRefusals,
    unknown_bin: "not_found",
    unknown_article: "invalid",
    unknown_package: "invalid",
    article_retired: "conflict",
    wrong_goods: "invalid",
    wrong_direction: "invalid",
    not_in_stock: "conflict",
    already_in_stock: "conflict",
  },

  async run(context, { bin_id, change, reason, note, scanned, ...stock_selection }) {
    const { refuse } = context;
    if (!mayAdjust(reason, change))
      throw refuse("wrong_direction", {
        message: messages.wrong_direction,
        values: { direction: reason === "corrected" ? "change" : reason === "found" ? "rise" : "fall" },
        errors: [{ field: "change", message: messages.reason_unfit.with({ reason }) }],
      });
    const bins = await lockBins(context, [bin_id]);
    const [bin] = bins;
    if (bin === undefined) throw refuse("unknown_bin", { message: messages.unknown_bin });
    const adjusted = await findAdjusted(context, { bin_id, change, ...stock_selection });
    if ("fault" in adjusted) {
      const { fault, field, code } = adjusted;
      throw refuse(fault, {
        message: messages[fault],
        values: { code },
        errors: [{ field, message: messages.faults[fault] }],
      });
    }
    const posted = await postMovements(context, {
      kind: "adjustment",
      bins,
      ...(note === undefined ? {} : { note }),
      movements: adjusted.movements.map((movement) => ({ ...movement, reason, scanned: scanned ?? null })),
    });
    if ("problem" in posted)
      throw refuseMovements(context, posted, new Map([[bin.id, bin.code]]), () => "change");
    await publishPackages(context, posted.movements);
    const [first] = posted.movements;
    return {
      result: true,
      batch_id: posted.batch_id,
      qty: first?.to_qty_after ?? first?.from_qty_after ?? 0,
    };
  },
});
