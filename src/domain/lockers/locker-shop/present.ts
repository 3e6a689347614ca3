/** Merchants, products, cells and sales as they are answered. */
import type { Context } from "#operation/define/context.ts";
import { expectRecord } from "#operation/define/get.ts";
import { messages } from "./messages.ts";
import { type CellView, getCellView } from "./records/cell.ts";
import type { MerchantRow } from "./records/merchant.ts";
import type { ProductRow } from "./records/product.ts";
import { SALES, type SaleView } from "./records/sale.ts";
import { isUnpaid, refusalToSell, requestRefund } from "./rules.ts";

type Reader = Pick<Context, "db" | "business_id" | "now" | "actor" | "settings">;

export function buildMerchant(
  { settings }: Pick<Context, "settings">,
  row: MerchantRow,
  member_account_ids: readonly number[],
) {
  return {
    ...row,
    secret_key: { configured: row.secret_sealed !== null, last_four: row.secret_end },
    event_secret: { configured: row.event_secret_sealed !== null, last_four: row.event_secret_end },
    events_url: `${settings.base_url}/api/v1/locker-shop/payment-events/${row.endpoint_key}`,
    member_account_ids,
  };
}

export async function answerMerchant(context: Reader, merchant: MerchantRow) {
  const members = await listMembers(context, [merchant.id]);
  return {
    result: true,
    version: merchant.version,
    merchant: buildMerchant(context, merchant, members.get(merchant.id) ?? []),
  };
}

/** Accounts by merchant. */
export async function listMembers(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  merchant_ids: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await db.rows<{ merchant_id: number; account_id: number }>(
    `select merchant_id, account_id from shop_merchant_member where business_id = $1 and merchant_id = any($2::bigint[])
      order by account_id`,
    [business_id, [...merchant_ids]],
  );
  const members = new Map<number, number[]>();
  for (const { merchant_id, account_id } of rows)
    members.set(merchant_id, [...(members.get(merchant_id) ?? []), account_id]);
  return members;
}

export const buildProduct = (row: ProductRow) => ({
  ...row,
  temperature_max_c: row.temperature_max_c === null ? null : Number(row.temperature_max_c),
});

export const answerProduct = (row: ProductRow) => ({
  result: true,
  version: row.version,
  product: buildProduct(row),
});

export const buildCell = ({ now }: Pick<Context, "now">, view: CellView) => ({
  ...view,
  locker_id: view.device_id,
  temperature_c: view.temperature_c === null ? null : Number(view.temperature_c),
  not_sold_because: refusalToSell(view, now),
});

export async function answerCell(context: Reader, id: number) {
  const view = await getCellView(context, id);
  return { result: true, version: view.version, cell: buildCell(context, view) };
}

export function buildSale({ actor, now }: Pick<Context, "actor" | "now">, view: SaleView) {
  const is_buyer = actor.kind === "link" || actor.kind === "anonymous";
  const is_held = view.status === "CART_HELD" && Date.parse(view.hold_ends_at) > now.getTime();
  return {
    ...view,
    locker_id: view.device_id,
    fee_minor: is_buyer ? null : view.fee_minor,
    is_age_checked: view.age_limit === null || view.age_checked_by !== null,
    checkout_url: is_held ? view.checkout_url : null,
    can_pay: is_held,
    can_open:
      view.status === "PAID" &&
      view.payment_status === "AUTHORISED" &&
      (view.age_limit === null || view.age_checked_by !== null),
    can_refund: !is_buyer && requestRefund(view) !== null,
    unpaid_note: is_buyer ? null : view.unpaid_note,
    can_settle_unpaid: !is_buyer && isUnpaid(view),
  };
}

export async function answerSale(context: Reader, id: number) {
  const { db, business_id } = context;
  const view = expectRecord(
    await db.row<SaleView>(`${SALES} where s.business_id = $1 and s.id = $2`, [business_id, id]),
    messages.no_sale,
  );
  return { result: true, version: view.version, sale: buildSale(context, view) };
}
