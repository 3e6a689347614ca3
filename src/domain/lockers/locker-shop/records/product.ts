/** Products of merchants. */
import type { Context } from "#operation/define/context.ts";
import { expectRecord } from "#operation/define/get.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import { listOwnMerchants } from "./merchant.ts";

export const PRODUCT = "shop_product";

export interface ProductRow extends Row<"shop_product"> {
  status: "ACTIVE" | "RETIRED";
}

export const ProductRecord = defineRecord<"shop_product", ProductRow>("shop_product", messages.no_product);

/** A product of a merchant that the caller keeps, locked. */
export async function lockOwnProduct(
  context: Pick<Context, "db" | "business_id" | "actor">,
  id: number,
): Promise<ProductRow> {
  const [row, own_ids] = [await ProductRecord.lock(context, id), await listOwnMerchants(context)];
  return expectRecord(
    row !== undefined && (own_ids === null || own_ids.includes(row.merchant_id)) ? row : undefined,
    messages.no_product,
  );
}
