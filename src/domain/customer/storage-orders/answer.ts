/** Orders as operations answer with them, read after what was written. */
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import { findStorageOrder, type ListedOrder } from "./records/storage-order.ts";
import { loadCustomerOrder, loadDetail } from "./shapes.ts";

async function getOrder(context: Context<never>, id: number): Promise<ListedOrder> {
  const order = await findStorageOrder(context, id);
  if (order === undefined) throw context.refuse("not_found", { message: messages.unknown_order });
  return order;
}

export async function answerOwnOrder(context: Context<never>, id: number) {
  const { answer } = await loadDetail(context, await getOrder(context, id));
  return { result: true, version: answer.version, order: answer };
}

/** For the business. */
export async function answerCustomerOrder(context: Context<never>, id: number) {
  const order = await loadCustomerOrder(context, await getOrder(context, id));
  return { result: true, version: order.version, order };
}
