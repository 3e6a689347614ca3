/** What a payment makes of a ship-out: with nothing left to pay it is paid. */
import { type BillRow, computeRemaining } from "#domain/customer/bills/public.ts";
import type { Context } from "#operation/define/context.ts";
import { changeShipout, type ShipoutRow } from "./records/shipout.ts";
import { getNextStatus, type Status } from "./rules.ts";

export async function followPayment(
  context: Context<never>,
  shipout: ShipoutRow,
  {
    trigger,
    bill,
    status = shipout.status,
  }: { trigger: "pay" | "settle" | "quote"; bill: BillRow; status?: Status },
): Promise<ShipoutRow> {
  const is_paid = bill.total_minor !== null && computeRemaining(bill) === 0;
  const next = is_paid ? (getNextStatus(status, "pay_all") ?? status) : status;
  return changeShipout(context, shipout, { trigger, status: next });
}
