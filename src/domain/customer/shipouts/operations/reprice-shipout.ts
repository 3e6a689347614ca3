/**
 * Price a ship-out that is being picked or packed again, by what its packages measure now or by what staff write. A visible
 * step: more becomes something left to pay, less is returned to the account that had paid. Refunds stay.
 */
import Type from "typebox";
import {
  keepLines,
  lockBill,
  priceByStaff,
  StaffLines,
  setPrice,
  settleHidden,
} from "#domain/customer/bills/public.ts";
import { loadServiceVersion, priceRefusals, priceRequest } from "#domain/customer/services/public.ts";
import { toMeasuredPiece } from "#domain/customer/storage-orders/public.ts";
import { loadWarehouses } from "#domain/warehouse/warehouses/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { answerCustomerShipout } from "../answer.ts";
import { messages } from "../messages.ts";
import { changeShipout, decide, getLockedShipout, moveRefusals } from "../records/shipout.ts";
import { loadHeldPackages } from "../records/shipout-package.ts";
import { customerShipoutAnswerMembers } from "../shapes.ts";

export const repriceShipout = defineOperation({
  name: "clientShipoutReprice",
  summary: "Reprice a ship-out",
  description: "With dry_run it shows the new price. A price that is the same changes nothing.",
  effect: "write",
  access: { roles: BUSINESS_ROLES, scopes: ["storage:write"] },
  rest: { method: "POST", path: "/api/v1/client/shipout-orders/{shipout_id}/reprice" },
  input: Type.Object({
    shipout_id: Ref("shipout"),
    lines: Type.Optional(StaffLines),
    note: Type.Optional(Type.String({ maxLength: 500, description: "For the customer: why." })),
  }),
  output: Type.Object({
    ...customerShipoutAnswerMembers,
    is_changed: Type.Boolean({ description: "False when the price is the same." }),
    difference_minor: Type.Integer({ description: "The new price less the one before." }),
    returned_minor: Type.Integer(),
  }),
  refusals: { ...moveRefusals, ...priceRefusals, lines_missing: "invalid", not_priced: "conflict" },

  async run(context, { shipout_id, lines, note = "" }) {
    const { refuse } = context;
    const shipout = await getLockedShipout(context, shipout_id);
    decide(context, shipout, "reprice");
    const bill = await lockBill(context, { type: "shipout", id: shipout.id });
    if (bill.total_minor === null) throw refuse("not_priced", { message: messages.not_priced });
    const { price_list_id, surcharges } = bill;
    const sold = price_list_id === null || surcharges === null ? undefined : { price_list_id, surcharges };
    if (lines === undefined && sold === undefined) {
      throw refuse("lines_missing", {
        message: messages.no_price_list,
        errors: [{ field: "lines", message: "is required" }],
      });
    }
    const price =
      lines === undefined
        ? await priceRequest(context, {
            service: await loadServiceVersion(context, shipout.service_id, shipout.service_version),
            customer_id: shipout.customer_id,
            pieces: (await loadHeldPackages(context, shipout.id)).map((one) => ({
              ...toMeasuredPiece(one),
              packaging: null,
            })),
            request: shipout,
            warehouse: (await loadWarehouses(context, [shipout.warehouse_id])).get(shipout.warehouse_id)
              ?.place,
            before: sold,
          })
        : priceByStaff(context, lines);
    const { lines: priced, total_minor } = keepLines(price.lines, bill.lines);
    const difference_minor = total_minor - bill.total_minor;
    const is_changed = difference_minor !== 0 || lines !== undefined;
    let returned_minor = 0;
    if (is_changed) {
      const step = { kind: "repriced" as const, lines: priced, total_minor, note };
      const repriced = await setPrice(context, bill, step);
      returned_minor = repriced.returned_minor;
      await settleHidden(context, repriced.bill);
      await changeShipout(context, shipout, { trigger: "reprice" });
    }
    return {
      ...(await answerCustomerShipout(context, shipout.id)),
      is_changed,
      difference_minor,
      returned_minor,
    };
  },
});
