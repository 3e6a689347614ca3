/** A door opened for a sale after its amount was given up: the goods are out unpaid. It ends when somebody settles it. */
import { defineAttention, toAffectedRecord, toRecordId } from "#operation/define/attention.ts";
import { titles } from "../attention-titles.ts";
import { SALE, SALES, type SaleView } from "../records/sale.ts";

export const shopGoodsUnpaid = defineAttention({
  kind: "shop_goods_unpaid",
  severity: "warning",
  record_kind: SALE,
  title: titles.shop_goods_unpaid,
  opens_after: { "shop.opened": toRecordId },
  clears_after: { "shop.sale_changed": toAffectedRecord },
  searches_whole_business: true,
  actions: [{ operation: "shopSaleUnpaidSettle", input: ({ subject_id }) => ({ sale_id: subject_id }) }],
  async find({ db, business_id }, ids) {
    const rows = await db.rows<SaleView & { unpaid_since: string }>(
      `${SALES} where s.business_id = $1 and s.unpaid_since is not null and s.unpaid_outcome is null
         and ($2::bigint[] is null or s.id = any($2)) order by s.id`,
      [business_id, ids],
    );
    return rows.map(
      ({ id, unpaid_since, locker_name, compartment_code, product_name, price_minor, currency }) => ({
        subject_id: id,
        key: `opened ${unpaid_since}`,
        at: unpaid_since,
        facts: {
          locker: locker_name,
          compartment_code,
          product: product_name,
          amount_minor: price_minor,
          currency,
          since: unpaid_since,
        },
      }),
    );
  },
});
