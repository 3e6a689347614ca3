/** Sales: one unit of goods, from the hold to the closed door or the refund. */
import type { Context } from "#operation/define/context.ts";
import { expectRecord } from "#operation/define/get.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import type {
  PaymentRequest,
  PaymentStatus,
  Problem,
  RefundCause,
  SaleStatus,
  UnpaidOutcome,
} from "../rules.ts";
import { listOwnMerchants } from "./merchant.ts";

export const SALE = "shop_sale";

export interface SaleRow extends Row<"shop_sale"> {
  status: SaleStatus;
  payment_status: PaymentStatus;
  payment_wanted: PaymentRequest | null;
  problem: Problem | null;
  refund_cause: RefundCause | null;
  unpaid_outcome: UnpaidOutcome | null;
}

export const SaleRecord = defineRecord<"shop_sale", SaleRow>("shop_sale", messages.no_sale);

/** With what is shown of product, merchant and locker. */
export interface SaleView extends SaleRow {
  sku: string;
  product_name: string;
  merchant_name: string;
  terms: string | null;
  locker_name: string;
  compartment_code: string | null;
  door: "CLOSED" | "OPEN" | "UNKNOWN" | null;
}

/** `s` is the sale. */
export const SALES = `select s.*, p.sku, p.name as product_name, m.name as merchant_name, m.terms, d.name as locker_name,
    c.code as compartment_code, c.door
  from shop_sale s
  join shop_product p on p.business_id = s.business_id and p.id = s.product_id
  join shop_merchant m on m.business_id = s.business_id and m.id = s.merchant_id
  join locker_device d on d.business_id = s.business_id and d.id = s.device_id
  join shop_cell l on l.business_id = s.business_id and l.id = s.cell_id
  left join locker_compartment c on c.business_id = l.business_id and c.id = l.compartment_id`;

/** A sale of a merchant that the caller keeps. */
export async function getOwnSale(
  context: Pick<Context, "db" | "business_id" | "actor">,
  id: number,
): Promise<SaleRow> {
  const [row, own_ids] = [await SaleRecord.find(context, id), await listOwnMerchants(context)];
  return expectRecord(
    row !== undefined && (own_ids === null || own_ids.includes(row.merchant_id)) ? row : undefined,
    messages.no_sale,
  );
}
