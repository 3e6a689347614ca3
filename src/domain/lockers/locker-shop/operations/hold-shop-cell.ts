/** Hold one unit of a product at a locker for some minutes, at the price of now. The answer alone has the token of the sale. */
import Type from "typebox";
import { createLink } from "#operation/caller/link-store.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { findSellable } from "../cells.ts";
import { changeSale } from "../change.ts";
import { LINK_OPERATIONS } from "../links.ts";
import { messages } from "../messages.ts";
import { answerSale } from "../present.ts";
import { MerchantRecord } from "../records/merchant.ts";
import { SALE, SaleRecord } from "../records/sale.ts";
import { computeFee, computeTax } from "../rules.ts";
import { SaleAnswer } from "../shapes.ts";

const HOLD_MS = 10 * 60_000;
const LINK_MS = 30 * 24 * 3_600_000;

export const holdShopCell = defineOperation({
  name: "shopCartHold",
  summary: "Hold goods at a locker",
  description: "For ten minutes. A price that changes meanwhile does not change that of the sale.",
  access: { public: true, ignores_token: true },
  rest: { method: "POST", path: "/api/v1/locker-shop/public/{locker_id}/cart", status: 201 },
  secret_answer: true,
  localised: true,
  limit: { name: "shop_cart", per_s: 0.1, burst: 10 },
  input: Type.Object({ locker_id: Ref("locker_device"), product_id: Ref("shop_product") }),
  output: Type.Object({
    ...SaleAnswer.properties,
    sale_token: Type.String({ "x-secret": true, description: "Bearer token of the sale; shown once." }),
  }),
  refusals: {
    sold_out: "conflict",
    not_offered: "conflict",
    not_ready: "conflict",
    goods_expired: "conflict",
    too_warm: "conflict",
  },
  tenant: (system_queries, { locker_id }) => system_queries.findBusinessOfLocker(locker_id),

  async run(context, { locker_id, product_id }) {
    const { db, business_id, now, refuse } = context;
    const cells = await db.rows<{ id: number }>(
      "select id from shop_cell where business_id = $1 and device_id = $2 and product_id = $3 order by expires_at nulls last, id",
      [business_id, locker_id, product_id],
    );
    if (cells.length === 0) throw refuse("not_found", { message: messages.no_product });
    const cell = await findSellable(
      context as never,
      cells.map(({ id }) => id),
    );
    if (typeof cell === "string" || cell === null)
      throw refuse(cell ?? "sold_out", { message: messages[cell ?? "sold_out"] });
    const { merchant_id, price_minor, tax_bp, currency, age_limit } = cell;
    const { fee_bp } = await MerchantRecord.get(context, merchant_id);
    const sale = await SaleRecord.insert(context, {
      merchant_id,
      product_id,
      cell_id: cell.id,
      device_id: locker_id,
      price_minor,
      tax_minor: computeTax(price_minor, tax_bp),
      fee_minor: computeFee(price_minor, fee_bp),
      currency,
      age_limit,
      hold_ends_at: new Date(now.getTime() + HOLD_MS).toISOString(),
    });
    await changeSale(context as never, sale, { status: "CART_HELD" });
    const { token } = await createLink(context as never, {
      record: { type: SALE, id: sale.id },
      operations: Object.values(LINK_OPERATIONS),
      note: null,
      expires_at: new Date(now.getTime() + LINK_MS),
    });
    return { ...(await answerSale(context, sale.id)), sale_token: token };
  },
});
