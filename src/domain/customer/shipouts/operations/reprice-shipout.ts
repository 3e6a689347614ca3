/**
 * Price a ship-out that is being picked or packed again, by what its packages measure now or by what staff write. A visible
 * step: more becomes something left to pay, less is returned to the account that had paid. Refunds stay.
 */
import Type from "typebox";
import { repricedMembers, repriceMembers, toMeasuredPiece } from "#domain/customer/service-orders/public.ts";
import { priceRefusals } from "#domain/customer/services/public.ts";
import { loadWarehouses } from "#domain/warehouse/warehouses/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerShipout } from "../answer.ts";
import { messages } from "../messages.ts";
import {
  changeShipout,
  getAllowedNextStatus,
  getLockedShipout,
  moveRefusals,
  ShipoutBill,
} from "../records/shipout.ts";
import { loadHeldPackages } from "../records/shipout-package.ts";
import { customerShipoutAnswerMembers } from "../shapes.ts";

export const repriceShipout = defineOperation({
  name: "clientShipoutReprice",
  summary: "Reprice a ship-out",
  description: "With dry_run it shows the new price. A price that is the same changes nothing.",
  access: { scopes: ["storage:write"] },
  rest: { method: "POST", path: "/api/v1/client/shipout-orders/{shipout_id}/reprice" },
  input: Type.Object({
    shipout_id: Ref("shipout"),
    ...repriceMembers,
  }),
  output: Type.Object({
    ...customerShipoutAnswerMembers,
    ...repricedMembers,
  }),
  refusals: { ...moveRefusals, ...priceRefusals, lines_missing: "invalid", not_priced: "conflict" },

  async run(context, { shipout_id, lines, note }) {
    const shipout = await getLockedShipout(context, shipout_id);
    getAllowedNextStatus(context, shipout, "reprice");
    const bill = await ShipoutBill.lockOrderBill(context, shipout);
    if (bill.total_minor === null) throw context.refuse("not_priced", { message: messages.not_priced });
    const { warehouse_id } = shipout;
    const repriced = await ShipoutBill.reprice(context, shipout, {
      bill,
      lines,
      note,
      load: async () => ({
        pieces: (await loadHeldPackages(context, shipout.id)).map((one) => ({
          ...toMeasuredPiece(one),
          packaging: null,
        })),
        warehouse: (await loadWarehouses(context, [warehouse_id])).get(warehouse_id)?.place,
      }),
    });
    if (repriced.is_changed) await changeShipout(context, shipout, { trigger: "reprice" });
    return { ...(await answerCustomerShipout(context, shipout.id)), ...repriced };
  },
});
