/** Orders as operations answer with them, read after what was written. */
import type { Context } from "#operation/define/context.ts";
import { getStorageOrderRow } from "./records/storage-order.ts";
import { loadCustomerOrder, loadDetail } from "./shapes.ts";

export async function answerOwnOrder(context: Context<never>, id: number) {
  const { answer } = await loadDetail(context, await getStorageOrderRow(context, id));
  return { result: true, version: answer.version, order: answer };
}

/** For the business. */
export async function answerCustomerOrder(context: Context<never>, id: number) {
  const order = await loadCustomerOrder(context, await getStorageOrderRow(context, id));
  return { result: true, version: order.version, order };
}
