/** Ship-outs as operations answer with them, read after what was written. */
import type { Context } from "#operation/define/context.ts";
import { getShipoutRow } from "./records/shipout.ts";
import { loadCustomerShipout, loadDetail } from "./shapes.ts";

export async function answerOwnShipout(context: Context<never>, id: number) {
  const { answer } = await loadDetail(context, await getShipoutRow(context, id));
  return { result: true, version: answer.version, shipout: answer };
}

/** For the business. */
export async function answerCustomerShipout(context: Context<never>, id: number) {
  const shipout = await loadCustomerShipout(context, await getShipoutRow(context, id));
  return { result: true, version: shipout.version, shipout };
}
