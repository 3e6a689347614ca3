/** Which price list of each family applies to a customer today, and why. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { PRICE_FAMILIES, type PriceFamily } from "#vocabulary/features.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BASES, findPriceLists } from "./records/price-list.ts";

export const AppliedPriceList = Type.Object(
  {
    family: StringEnum(PRICE_FAMILIES),
    own_price_list_id: Nullable(
      Ref("price_list", { ...Id, description: "The customer's own list; the version that was named." }),
    ),
    price_list_id: Nullable(
      Ref("price_list", { ...Id, description: "The version that applies today; null if there is none." }),
    ),
    name: Nullable(Type.String()),
    list_version: Nullable(Type.Integer()),
    basis: Nullable(
      StringEnum(BASES, { description: "Why: its own list, that of its tier, or the default." }),
    ),
  },
  { $id: "AppliedPriceList" },
);
type AppliedPriceList = Type.Static<typeof AppliedPriceList>;

/** All seven families, in their order. */
export async function findApplied(context: Context<never>, customer_id: number): Promise<AppliedPriceList[]> {
  const { db, business_id, now, business } = context;
  const date = toLocalDate(now, business.time_zone);
  const [own_assignments, lists] = await Promise.all([
    db.rows<{ family: PriceFamily; price_list_id: number }>(
      "select family, price_list_id from customer_price_list where business_id = $1 and customer_id = $2",
      [business_id, customer_id],
    ),
    findPriceLists(context, { customer_id, price_family: null, date }),
  ]);
  return PRICE_FAMILIES.map((price_family) => {
    const applied = lists.find((list) => list.family === price_family);
    return {
      family: price_family,
      own_price_list_id: own_assignments.find((one) => one.family === price_family)?.price_list_id ?? null,
      price_list_id: applied?.id ?? null,
      name: applied?.name ?? null,
      list_version: applied?.list_version ?? null,
      basis: applied?.basis ?? null,
    };
  });
}
