/**
 * Price a received order again, by its measures or by what staff write. A visible step: more becomes something left to pay,
 * less is returned to the account that had paid. Days of storage that are charged, and refunds, stay.
 */
import Type from "typebox";
import {
  keepLines,
  priceByStaff,
  REFUND_LINE,
  StaffLines,
  setPrice,
  settleHidden,
} from "#domain/customer/bills/public.ts";
import {
  loadServiceVersion,
  loadServiceWarehouses,
  priceRefusals,
  priceRequest,
} from "#domain/customer/services/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { answerCustomerOrder } from "../answer.ts";
import { chargeDays, STORAGE_LINE } from "../charges.ts";
import { followBalance } from "../confirm.ts";
import { messages } from "../messages.ts";
import { changeOrder, expectPossible, getLockedOrder, moveRefusals } from "../records/storage-order.ts";
import { toMeasuredPiece } from "../rules.ts";
import { customerOrderAnswerMembers } from "../shapes.ts";

/** Lines that a new price of the order does not replace. */
const KEPT_LINES: readonly string[] = [STORAGE_LINE, REFUND_LINE];

export const repriceStorageOrder = defineOperation({
  name: "clientStorageOrderReprice",
  summary: "Reprice a storage order",
  description: "With dry_run it shows the new price. A price that is the same changes nothing.",
  effect: "write",
  access: { roles: BUSINESS_ROLES, scopes: ["storage:write"] },
  rest: { method: "POST", path: "/api/v1/client/storage-orders/{storage_order_id}/reprice" },
  input: Type.Object({
    storage_order_id: Ref("storage_order"),
    lines: Type.Optional(StaffLines),
    note: Type.Optional(Type.String({ maxLength: 500, description: "For the customer: why." })),
  }),
  output: Type.Object({
    ...customerOrderAnswerMembers,
    is_changed: Type.Boolean({ description: "False when the price is the same." }),
    difference_minor: Type.Integer({ description: "The new price less the one before." }),
    returned_minor: Type.Integer(),
  }),
  refusals: { ...moveRefusals, ...priceRefusals, not_measured: "conflict", lines_missing: "invalid" },

  async run(context, { storage_order_id, lines, note = "" }) {
    const { refuse } = context;
    const order = await getLockedOrder(context, storage_order_id);
    expectPossible(context, order, "reprice");
    const [{ bill, packages }, service] = await Promise.all([
      chargeDays(context, order),
      loadServiceVersion(context, order.service_id, order.service_version),
    ]);
    const { price_list_id, surcharges } = bill;
    const sold = price_list_id === null || surcharges === null ? undefined : { price_list_id, surcharges };
    if (lines === undefined && sold === undefined) {
      throw refuse("lines_missing", {
        message: messages.no_price_list,
        errors: [{ field: "lines", message: "is required" }],
      });
    }
    const count = packages.filter((one) => one.received_at !== null && one.measured_at === null).length;
    if (lines === undefined && count > 0)
      throw refuse("not_measured", { message: messages.not_measured, values: { count } });
    const [warehouse] =
      order.warehouse_id === null ? [] : await loadServiceWarehouses(context, [order.warehouse_id]);
    const price =
      lines === undefined
        ? await priceRequest(context, {
            service,
            customer_id: order.customer_id,
            pieces: packages.map(toMeasuredPiece),
            request: order,
            warehouse: warehouse?.place,
            before: sold,
          })
        : priceByStaff(context, lines);
    const { lines: priced, total_minor } = keepLines(price.lines, bill.lines, KEPT_LINES);
    const difference_minor = total_minor - (bill.total_minor ?? 0);
    const is_changed = difference_minor !== 0 || lines !== undefined;
    if (!is_changed)
      return {
        ...(await answerCustomerOrder(context, order.id)),
        is_changed,
        difference_minor,
        returned_minor: 0,
      };
    const { bill: repriced, returned_minor } = await setPrice(context, bill, {
      kind: "repriced",
      lines: priced,
      total_minor,
      note,
    });
    await settleHidden(context, repriced);
    await followBalance(context, await changeOrder(context, order, { trigger: "reprice" }));
    return {
      ...(await answerCustomerOrder(context, order.id)),
      is_changed,
      difference_minor,
      returned_minor,
    };
  },
});
