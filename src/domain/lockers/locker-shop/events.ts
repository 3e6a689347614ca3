/** The events of shops in lockers. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Currency, Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { OwnMoney } from "#vocabulary/price.ts";
import { PAYMENT_STATUSES, REFUND_CAUSES, SALE_STATUSES } from "./rules.ts";

const scope = "lockers:read" as const;
const sale = groupEvents({ record_kinds: ["shop_sale"], scope });
const cell = groupEvents({ record_kinds: ["shop_cell"], scope });
const product = groupEvents({ record_kinds: ["shop_product"], scope });
const merchant = groupEvents({ record_kinds: ["shop_merchant"], scope });
const facts = {
  merchant_id: Id,
  product_id: Id,
  cell_id: Id,
  status: StringEnum(SALE_STATUSES),
  payment_status: StringEnum(PAYMENT_STATUSES),
  refund_cause: Nullable(StringEnum(REFUND_CAUSES)),
  price_minor: OwnMoney(Type.Integer()),
  currency: OwnMoney(Currency),
};
const Changed = { members: Type.Array(Type.String()) };

export const events = defineEvents(
  {
    "shop.sale_changed": sale(
      "A sale was held, collected, refunded or expired, or its payment changed.",
      facts,
      {
        public_types: ["shop.sale_changed"],
      },
    ),
    "shop.paid": sale("The amount of a sale was reserved.", facts, { public_types: ["shop.paid"] }),
    "shop.opened": sale("The door was opened for a sale.", facts, { public_types: ["shop.opened"] }),
    "shop.refund_requested": sale("Money of a sale is to go back.", facts, {
      public_types: ["shop.refund_requested"],
    }),
    "shop.problem_reported": sale("The buyer reported a problem.", { problem: Type.String() }),
    "shop.low_stock": cell(
      "Few goods of a product are left at a locker.",
      { product_id: Id, device_id: Id, qty: Type.Integer() },
      { public_types: ["shop.low_stock"] },
    ),
    "shop.cell_changed": cell("A cell was created, stocked or emptied.", {
      qty: Type.Integer(),
      device_id: Id,
    }),
    "shop.product_changed": product("A product was created or changed.", Changed),
    "shop.merchant_changed": merchant("A merchant was created or changed.", Changed),
  },
  {
    "shop.paid": "Goods in a locker were paid for.",
    "shop.opened": "A door was opened for paid goods.",
    "shop.refund_requested": "Money for goods in a locker is to go back.",
    "shop.sale_changed": "The state of a sale of goods in a locker changed.",
    "shop.low_stock": "Few goods of a product are left at a locker.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
