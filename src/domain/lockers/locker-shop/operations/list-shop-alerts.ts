/**
 * What needs a person: goods that are out unpaid, payments that the processor refused, problems of buyers, expired, too warm and
 * few goods.
 */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildCells, type CellView } from "../records/cell.ts";
import { listOwnMerchants } from "../records/merchant.ts";
import { SALES, type SaleView } from "../records/sale.ts";
import { isUnpaid } from "../rules.ts";

const ALERTS = [
  "low_stock",
  "goods_expired",
  "too_warm",
  "not_ready",
  "payment_failed",
  "problem",
  "goods_unpaid",
] as const;
const PROBLEM_DAYS = 7;

export const listShopAlerts = defineList({
  name: "shopAlerts",
  summary: "List alerts of merchants",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/locker-shop/alerts" },
  localised: true,
  filters: { merchant_id: filter(Ref("shop_merchant")) },
  rows: {
    alerts: Type.Array(
      Type.Object(
        {
          alert: StringEnum(ALERTS),
          merchant_id: Ref("shop_merchant"),
          cell_id: Ref("shop_cell"),
          sale_id: Nullable(Ref("shop_sale")),
          product_name: Type.String(),
          locker_id: Ref("locker_device"),
          locker_name: Type.String(),
          at: Nullable(Timestamp),
          detail: Nullable(Type.String({ description: "What failed, or what the buyer reported: a code." })),
        },
        { $id: "ShopAlert" },
      ),
    ),
  },

  async readAll(context, { merchant_id }) {
    const { db, business_id, now } = context;
    const own_ids = await listOwnMerchants(context);
    const isVisible = (one: { merchant_id: number }) =>
      (own_ids === null || own_ids.includes(one.merchant_id)) &&
      (merchant_id === undefined || one.merchant_id === merchant_id);
    const problems_from = now.getTime() - PROBLEM_DAYS * 86_400_000;
    const [cells, sales] = await Promise.all([
      db.rows<CellView>(`${buildCells("$2")} where l.business_id = $1 order by l.id`, [business_id, now]),
      db.rows<SaleView>(
        `${SALES} where s.business_id = $1 and (s.payment_failure is not null and s.payment_status in ('AUTHORISED', 'CAPTURED')
           or s.problem is not null and s.status = 'COLLECTED' and s.status_since > $2
           or s.unpaid_since is not null and s.unpaid_outcome is null) order by s.id desc limit 500`,
        [business_id, new Date(problems_from)],
      ),
    ]);
    const of_cells = cells.filter(isVisible).flatMap((cell) => {
      const facts = {
        merchant_id: cell.merchant_id,
        cell_id: cell.id,
        sale_id: null,
        product_name: cell.product_name,
        locker_id: cell.device_id,
        locker_name: cell.locker_name,
        detail: null,
      };
      const is_expired = cell.expires_at !== null && Date.parse(cell.expires_at) <= now.getTime();
      return [
        ...(cell.qty <= cell.low_stock_at ? [{ ...facts, alert: "low_stock" as const, at: null }] : []),
        ...(cell.qty > 0 && is_expired
          ? [{ ...facts, alert: "goods_expired" as const, at: cell.expires_at }]
          : []),
        ...(cell.qty > 0 && cell.is_too_warm ? [{ ...facts, alert: "too_warm" as const, at: null }] : []),
        ...(cell.qty > 0 && !cell.is_ready ? [{ ...facts, alert: "not_ready" as const, at: null }] : []),
      ];
    });
    const of_sales = sales.filter(isVisible).flatMap((sale) => {
      const facts = {
        merchant_id: sale.merchant_id,
        cell_id: sale.cell_id,
        sale_id: sale.id,
        product_name: sale.product_name,
        locker_id: sale.device_id,
        locker_name: sale.locker_name,
        at: sale.status_since,
      };
      return [
        ...(isUnpaid(sale)
          ? [{ ...facts, alert: "goods_unpaid" as const, at: sale.unpaid_since, detail: sale.refund_cause }]
          : []),
        ...(sale.payment_failure !== null &&
        (sale.payment_status === "AUTHORISED" || sale.payment_status === "CAPTURED")
          ? [{ ...facts, alert: "payment_failed" as const, detail: sale.payment_failure }]
          : []),
        ...(sale.problem !== null &&
        sale.status === "COLLECTED" &&
        Date.parse(sale.status_since) > problems_from
          ? [{ ...facts, alert: "problem" as const, detail: sale.problem }]
          : []),
      ];
    });
    return [...of_sales, ...of_cells];
  },
});
