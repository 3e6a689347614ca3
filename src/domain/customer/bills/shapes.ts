/** What responses show of a bill, as members of the order that it is for. */
import Type from "typebox";
import { PriceLine } from "#domain/money/price-lists/public.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Price, PriceCurrency, PriceDetails, PriceHidden } from "#vocabulary/price.ts";
import { SERVICE_PRICE_FAMILIES, type ServicePriceFamily } from "./families.ts";
import type { BillRow } from "./records/bill.ts";
import { computeRemaining, STEP_KINDS } from "./rules.ts";

/** In a list. The object also has the member `family`. */
export const billSummaryMembers = {
  family: StringEnum(SERVICE_PRICE_FAMILIES),
  total_minor: Price("by:family", "Minor units of `currency`; null until it is priced."),
  paid_minor: Price("by:family", "Paid and not returned."),
  remaining_minor: Price("by:family", "What is left to pay; 0 until it is priced."),
  currency: PriceCurrency("by:family"),
  price_hidden: PriceHidden,
  is_priced: Type.Boolean({ description: "False while staff have not priced it." }),
};

const BillStep = Type.Object(
  {
    kind: StringEnum(STEP_KINDS),
    at: Timestamp,
    note: Type.String(),
    total_before_minor: Nullable(Type.Integer()),
    total_after_minor: Type.Integer(),
    returned_minor: Type.Integer({ description: "Returned to the account that had paid." }),
    lines_before: Type.Array(PriceLine),
    lines_after: Type.Array(PriceLine),
  },
  { $id: "BillStep" },
);

const BillPayment = Type.Object(
  {
    transaction_id: Type.Integer(),
    kind: StringEnum(["charge", "refund"]),
    amount_minor: Type.Integer({ description: "Of a refund negative." }),
    at: Timestamp,
  },
  { $id: "BillPayment" },
);

/** In full. */
export const billMembers = {
  ...billSummaryMembers,
  price_details: PriceDetails("by:family", Type.Array(PriceLine)),
  price_steps: PriceDetails(
    "by:family",
    Type.Array(BillStep, {
      description:
        "How the price came about, oldest first, with the lines before and after: the newest 100 steps.",
    }),
  ),
  payments: PriceDetails("by:family", Type.Array(BillPayment, { description: "Oldest first." })),
};

type Summed = Pick<BillRow, "family" | "total_minor" | "paid_minor" | "currency">;

export function toBillSummary(bill: Summed) {
  const { family, total_minor, paid_minor, currency } = bill;
  return {
    family: family as ServicePriceFamily,
    total_minor,
    paid_minor,
    remaining_minor: computeRemaining(bill),
    currency,
    is_priced: total_minor !== null,
  };
}
