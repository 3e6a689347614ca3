/**
 * Give a customer price lists of its own: one for each family that is named, none for the others, which have the list of
 * its tier or the default.
 */
import Type from "typebox";
import { setPriceLists } from "#domain/identity/customers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { PRICE_FAMILIES, type PriceFamily } from "#vocabulary/features.ts";
import { Ref } from "#vocabulary/ref.ts";
import { AppliedPriceList, findApplied } from "../assignments.ts";
import { messages } from "../messages.ts";

interface NamedList {
  family: PriceFamily;
  price_list_id: number;
}

function findFaults(
  named_lists: readonly NamedList[],
  price_families: ReadonlyMap<number, string>,
): RefusalDetail[] {
  return named_lists.flatMap(({ family, price_list_id }, index) => {
    const field = (member: string) => `price_lists/${index}/${member}`;
    if (named_lists.findIndex((one) => one.family === family) < index)
      return [{ field: field("family"), message: fields.named_twice }];
    const list_family = price_families.get(price_list_id);
    if (list_family === undefined) return [{ field: field("price_list_id"), message: fields.no_price_list }];
    return list_family === family
      ? []
      : [{ field: field("price_list_id"), message: messages.list_of_family.with({ family: list_family }) }];
  });
}

export const setCustomerPriceLists = defineOperation({
  name: "clientCustomerPriceListsSet",
  summary: "Set the price lists of a customer",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "PUT", path: "/api/v1/client/customers/{customer_id}/price-lists" },
  input: Type.Object({
    customer_id: Ref("customer"),
    price_lists: Type.Array(
      Type.Object({ family: StringEnum(PRICE_FAMILIES), price_list_id: Ref("price_list") }),
      {
        maxItems: PRICE_FAMILIES.length,
        description: "One for each family; any version of a list stands for the list.",
      },
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    price_lists: Type.Array(AppliedPriceList),
  }),

  async run(context, { customer_id, price_lists }) {
    const { db, business_id, refuse } = context;
    const price_list_ids = price_lists.map(({ price_list_id }) => price_list_id);
    // Neither the family nor the business of a list ever changes, so nothing has to be locked for this check.
    const lists = await db.rows<{ id: number; family: string }>(
      "select id, family from price_list where business_id = $1 and id = any($2)",
      [business_id, price_list_ids],
    );
    const faults = findFaults(price_lists, new Map(lists.map(({ id, family }) => [id, family])));
    if (faults.length > 0)
      throw refuse("invalid_request", { message: messages.invalid_assignment, errors: faults });
    const { version } = await setPriceLists(context, customer_id, price_list_ids, PRICE_FAMILIES);
    return { result: true, version, price_lists: await findApplied(context, customer_id) };
  },
});
