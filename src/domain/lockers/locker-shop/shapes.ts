/** Merchants, products, cells and sales as they are sent and returned. What buyers pay is the merchant's money. */
import Type from "typebox";
import { SIZES } from "#domain/lockers/lockers/public.ts";
import { Count, Currency, MINOR_MAX, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { OwnMoney } from "#vocabulary/price.ts";
import { Ref } from "#vocabulary/ref.ts";
import {
  PAYMENT_REQUESTS,
  PAYMENT_STATUSES,
  PROBLEMS,
  REFUND_CAUSES,
  SALE_STATUSES,
  UNPAID_OUTCOMES,
} from "./rules.ts";

export const SizeName = StringEnum(SIZES);
export const Money = OwnMoney(Type.Integer({ minimum: 0, description: "Minor units of `currency`." }));
const MoneyCurrency = OwnMoney(Currency);
export const BasisPoints = OwnMoney(
  Type.Integer({
    minimum: 0,
    maximum: 10_000,
    description: "Hundredths of a percent.",
  }),
);
export const Name = Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" });
export const Terms = Nullable(
  Type.String({ maxLength: 5000, description: "What buyers read before they pay." }),
);

const StoredSecret = Type.Object({
  configured: Type.Boolean(),
  last_four: Nullable(Type.String({ description: "By which its owner recognises it." })),
});

export const Merchant = Type.Object(
  {
    id: Ref("shop_merchant"),
    version: Type.Integer(),
    customer_id: Ref("customer"),
    name: Type.String(),
    terms: Nullable(Type.String()),
    status: StringEnum(["ACTIVE", "PAUSED"]),
    fee_bp: BasisPoints,
    base_url: Nullable(Type.String({ description: "Of the processor; null for the vendor itself." })),
    secret_key: StoredSecret,
    event_secret: StoredSecret,
    events_url: Type.String({ description: "Enter it at the processor: it sends its events there." }),
    member_account_ids: Type.Array(Ref("account"), { description: "Who keeps the shop." }),
  },
  { $id: "ShopMerchant" },
);
export const MerchantAnswer = Type.Object({
  result: Type.Boolean(),
  version: Type.Integer(),
  merchant: Merchant,
});

export const productMembers = {
  name: Name,
  description: Nullable(Type.String({ maxLength: 2000 })),
  price_minor: OwnMoney(
    Type.Integer({ minimum: 1, maximum: MINOR_MAX, description: "Minor units, tax included." }),
  ),
  tax_bp: BasisPoints,
  age_limit: Nullable(
    Type.Integer({ minimum: 1, maximum: 99, description: "Years; checked before the door opens." }),
  ),
  shelf_life_h: Nullable(Type.Integer({ minimum: 1, maximum: 87_600, description: "Hours after stocking." })),
  temperature_max_c: Nullable(
    Type.Number({ minimum: -50, maximum: 80, description: "Warmer goods are not sold." }),
  ),
  low_stock_at: Type.Integer({ minimum: 0, maximum: 1000, description: "Reported when so few are left." }),
};

/** An image that the caller uploaded; buyers see it. */
export const PhotoFile = Nullable(Ref("file"));

export const Product = Type.Object(
  {
    id: Ref("shop_product"),
    version: Type.Integer(),
    merchant_id: Ref("shop_merchant"),
    sku: Type.String(),
    ...productMembers,
    photo_file_id: PhotoFile,
    currency: MoneyCurrency,
    status: StringEnum(["ACTIVE", "RETIRED"]),
  },
  { $id: "ShopProduct" },
);
export const ProductAnswer = Type.Object({
  result: Type.Boolean(),
  version: Type.Integer(),
  product: Product,
});

export const Cell = Type.Object(
  {
    id: Ref("shop_cell"),
    version: Type.Integer(),
    merchant_id: Ref("shop_merchant"),
    product_id: Ref("shop_product"),
    sku: Type.String(),
    product_name: Type.String(),
    locker_id: Ref("locker_device"),
    locker_name: Type.String(),
    compartment_code: Nullable(Type.String()),
    size: SizeName,
    qty: Count,
    held: Type.Integer({ description: "Of these, held or paid for and not collected yet." }),
    qty_change: Type.Integer({ description: "Of a stocking round whose door is not closed yet." }),
    stocked_at: Nullable(Timestamp),
    expires_at: Nullable(Timestamp),
    temperature_c: Nullable(Type.Number()),
    not_sold_because: Nullable(
      StringEnum(["not_offered", "not_ready", "goods_expired", "too_warm", "sold_out"]),
    ),
  },
  { $id: "ShopCell" },
);
export const CellAnswer = Type.Object({ result: Type.Boolean(), version: Type.Integer(), cell: Cell });

export const Sale = Type.Object(
  {
    id: Ref("shop_sale"),
    version: Type.Integer(),
    merchant_id: Ref("shop_merchant"),
    merchant_name: Type.String(),
    product_id: Ref("shop_product"),
    sku: Type.String(),
    product_name: Type.String(),
    cell_id: Ref("shop_cell"),
    locker_id: Ref("locker_device"),
    locker_name: Type.String(),
    compartment_code: Nullable(Type.String({ description: "Written on the door." })),
    door: Nullable(StringEnum(["CLOSED", "OPEN", "UNKNOWN"])),
    status: StringEnum(SALE_STATUSES),
    created_at: Timestamp,
    status_since: Timestamp,
    payment_status: StringEnum(PAYMENT_STATUSES),
    payment_wanted: Nullable({
      ...StringEnum(PAYMENT_REQUESTS),
      description: "What the processor is asked for, until it has done or refused it.",
    }),
    payment_failure: Nullable(Type.String()),
    price_minor: Money,
    tax_minor: Money,
    fee_minor: OwnMoney(
      Nullable(Type.Integer({ description: "What the business charges the merchant; null for buyers." })),
    ),
    currency: MoneyCurrency,
    age_limit: Nullable(Type.Integer()),
    is_age_checked: Type.Boolean(),
    hold_ends_at: Timestamp,
    checkout_url: Nullable(Type.String({ description: "Where it is paid, while it is held." })),
    opened_at: Nullable(Timestamp),
    collected_at: Nullable(Timestamp),
    captured_at: Nullable(Timestamp),
    problem: Nullable(StringEnum(PROBLEMS)),
    problem_text: Nullable(Type.String()),
    refund_cause: Nullable(StringEnum(REFUND_CAUSES)),
    unpaid_since: Nullable({
      ...Timestamp,
      description: "The door opened after the amount was given up: the goods are out, and nobody has paid.",
    }),
    unpaid_outcome: Nullable(StringEnum(UNPAID_OUTCOMES)),
    unpaid_note: Nullable(Type.String({ description: "Null for buyers." })),
    unpaid_settled_at: Nullable(Timestamp),
    can_pay: Type.Boolean(),
    can_open: Type.Boolean(),
    can_refund: Type.Boolean(),
    can_settle_unpaid: Type.Boolean(),
  },
  { $id: "ShopSale" },
);
export const SaleAnswer = Type.Object({ result: Type.Boolean(), version: Type.Integer(), sale: Sale });
