/** Orders as operations answer with them, read after what was written. */
import type { Context } from "#operation/define/context.ts";
import { getShippingOrderRow } from "./records/shipping-order.ts";
import { loadCustomerOrder, loadDetail } from "./shapes.ts";

export async function answerOwnOrder(context: Context<never>, id: number) {
  return (await loadDetail(context, await getShippingOrderRow(context, id))).answer;
}

/** For the business. */
export async function answerCustomerOrder(context: Context<never>, id: number) {
  const order = await loadCustomerOrder(context, await getShippingOrderRow(context, id));
  return { result: true, version: order.version, order };
}
