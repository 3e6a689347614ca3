/**
 * Dispatch a ship-out: its packages leave the stock, with movements, and their storage ends. It must be paid, and their
 * storage not overdue, unless staff make an exception.
 */
import Type from "typebox";
import { computeRemaining } from "#domain/customer/bills/public.ts";
import { expectPaid, handOver } from "#domain/customer/service-orders/public.ts";
import { CarrierCode } from "#domain/customer/services/public.ts";
import { findOverdue, takeOutPackages } from "#domain/customer/storage-orders/public.ts";
import { GivenNumber } from "#domain/tracking/tracking/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { formatMoney } from "#vocabulary/money.ts";
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
import { CustomerShipoutAnswer } from "../shapes.ts";

export const shipShipout = defineOperation({
  name: "clientShipoutShip",
  summary: "Dispatch a ship-out",
  description: "PICKING or PACKED becomes SHIPPED, and the packages are taken out of stock.",
  access: { scopes: ["storage:write"] },
  rest: { method: "POST", path: "/api/v1/client/shipout-orders/{shipout_id}/ship" },
  input: Type.Object({
    shipout_id: Ref("shipout"),
    carrier: CarrierCode,
    carrier_number: Type.Optional({ ...GivenNumber, description: "Tracking finds the ship-out by it." }),
    allow_unpaid: Type.Optional(
      Type.Boolean({ description: "Although something is left to pay, or storage is overdue." }),
    ),
  }),
  output: CustomerShipoutAnswer,
  refusals: {
    ...moveRefusals,
    unpaid: "conflict",
    storage_overdue: "conflict",
    not_in_stock: "conflict",
    number_taken: "conflict",
    too_many_numbers: "conflict",
  },

  async run(context, { shipout_id, carrier, carrier_number, allow_unpaid = false }) {
    const { refuse } = context;
    const shipout = await getLockedShipout(context, shipout_id);
    const status = getAllowedNextStatus(context, shipout, "ship");
    const packages = await loadHeldPackages(context, shipout.id);
    const leaving_packages = await takeOutPackages(context, {
      packages,
      shipout_id: shipout.id,
      trigger: "ship_out",
    });
    if ("faulty" in leaving_packages) {
      throw refuse("not_in_stock", {
        message: messages.not_in_stock,
        extra: {
          packages: leaving_packages.faulty.map(({ stored_package_id, fault }) => ({
            stored_package_id,
            problem: fault,
          })),
        },
      });
    }
    const bill = await ShipoutBill.lockOrderBill(context, shipout);
    const remaining_minor = expectPaid(context, bill, { allow_unpaid, text: messages.unpaid });
    const overdue = await findOverdue(context, leaving_packages.orders);
    const overdue_minor = overdue.reduce((sum, one) => sum + computeRemaining(one), 0);
    if (overdue_minor > 0 && !allow_unpaid) {
      throw refuse("storage_overdue", {
        message: messages.storage_overdue,
        values: { remaining: formatMoney(overdue_minor, bill.currency) },
        extra: { remaining_minor: overdue_minor },
      });
    }
    const columns = await handOver(context, shipout, { carrier, carrier_number });
    await changeShipout(context, shipout, {
      trigger: "ship",
      status,
      columns,
      facts: {
        carrier,
        ...(remaining_minor + overdue_minor > 0 ? { unpaid_allowed: true } : {}),
      },
    });
    return answerCustomerShipout(context, shipout.id);
  },
});
