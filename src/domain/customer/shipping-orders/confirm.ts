/** Confirms an order when it is paid, where the service says that a payment does. */
import { loadServiceVersion } from "#domain/customer/services/public.ts";
import type { Context } from "#operation/define/context.ts";
import { changeOrder, type ShippingOrderRow } from "./records/shipping-order.ts";
import { getNextStatus } from "./rules.ts";

export async function confirmIfPaid(
  context: Context<never>,
  order: ShippingOrderRow,
  remaining_minor: number,
): Promise<ShippingOrderRow> {
  const status = getNextStatus(order.status, "confirm");
  if (remaining_minor > 0 || status === null) return order;
  const { definition } = await loadServiceVersion(context, order.service_id, order.service_version);
  if (definition.payment !== "before_confirmation") return order;
  return changeOrder(context, order, { trigger: "confirm", status });
}
