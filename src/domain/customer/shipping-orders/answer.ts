/** Orders as operations answer with them, read after what was written. */
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import { findShippingOrder, type ListedOrder } from "./records/shipping-order.ts";
import { loadCustomerOrder, loadDetail } from "./shapes.ts";

async function getOrder(context: Context<never>, id: number): Promise<ListedOrder> {
  const order = await findShippingOrder(context, id);
  if (order === undefined) throw context.refuse("not_found", { message: messages.unknown_order });
  return order;
}

export async function answerOwnOrder(context: Context<never>, id: number) {
  return (await loadDetail(context, await getOrder(context, id))).answer;
}

/** For the business. */
export async function answerCustomerOrder(context: Context<never>, id: number) {
  const order = await loadCustomerOrder(context, await getOrder(context, id));
  return { result: true, version: order.version, order };
}
