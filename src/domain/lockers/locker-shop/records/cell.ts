/** Cells: goods of one product at one locker. */
import type { Context } from "#operation/define/context.ts";
import { expectRecord } from "#operation/define/get.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import { listOwnMerchants } from "./merchant.ts";

export const CELL = "shop_cell";

export interface CellRow extends Row<"shop_cell"> {
  size: "XS" | "S" | "M" | "L" | "XL";
}

export const CellRecord = defineRecord<"shop_cell", CellRow>("shop_cell", messages.no_cell);

/** With its product, and what decides whether its goods can be sold. */
export interface CellView extends CellRow {
  sku: string;
  product_name: string;
  price_minor: number;
  tax_bp: number;
  currency: string;
  age_limit: number | null;
  low_stock_at: number;
  merchant_name: string;
  locker_name: string;
  compartment_code: string | null;
  temperature_c: string | null;
  held: number;
  is_too_warm: boolean;
  is_ready: boolean;
  is_offered: boolean;
}

/** `l` is the cell; `$now` is a parameter of its number. */
export const buildCells = (
  now: string,
) => `select l.*, p.sku, p.name as product_name, p.price_minor, p.tax_bp, p.currency,
    p.age_limit, p.low_stock_at, m.name as merchant_name, d.name as locker_name, c.code as compartment_code, c.temperature_c,
    (select count(*)::int from shop_sale s where s.business_id = l.business_id and s.cell_id = l.id and s.opened_at is null
       and (s.status in ('PAID', 'OPEN_GRANTED') or (s.status = 'CART_HELD' and s.hold_ends_at > ${now}))) as held,
    coalesce(p.temperature_max_c < c.temperature_c, false) or coalesce(p.temperature_max_c < (
      select max((o.details->>'celsius')::numeric) from locker_operation o
       where o.business_id = l.business_id and o.compartment_id = l.compartment_id and o.action = 'temperature'
         and o.occurred_at >= l.stocked_at), false) as is_too_warm,
    coalesce(c.status = 'OCCUPIED' and c.fault_code is null and d.status in ('ONLINE', 'OFFLINE'), false) as is_ready,
    m.status = 'ACTIVE' and m.secret_sealed is not null and p.status = 'ACTIVE' as is_offered
  from shop_cell l
  join shop_product p on p.business_id = l.business_id and p.id = l.product_id
  join shop_merchant m on m.business_id = l.business_id and m.id = l.merchant_id
  join locker_device d on d.business_id = l.business_id and d.id = l.device_id
  left join locker_compartment c on c.business_id = l.business_id and c.id = l.compartment_id`;

type Reader = Pick<Context, "db" | "business_id" | "now">;

const BY_ID = `${buildCells("$3")} where l.business_id = $1 and l.id = $2`;

export const getCellView = async ({ db, business_id, now }: Reader, id: number): Promise<CellView> =>
  expectRecord(await db.row<CellView>(BY_ID, [business_id, id, now]), messages.no_cell);

/** A cell of a merchant that the caller keeps. */
export async function getOwnCell(
  context: Pick<Context, "db" | "business_id" | "actor">,
  id: number,
): Promise<CellRow> {
  const [row, own_ids] = [await CellRecord.find(context, id), await listOwnMerchants(context)];
  return expectRecord(
    row !== undefined && (own_ids === null || own_ids.includes(row.merchant_id)) ? row : undefined,
    messages.no_cell,
  );
}
