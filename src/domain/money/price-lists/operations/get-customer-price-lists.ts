/** The price list of each family that applies to a customer today, and why. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { AppliedPriceList, findApplied } from "../assignments.ts";
import { messages } from "../messages.ts";

export const getCustomerPriceLists = defineOperation({
  name: "clientCustomerPriceLists",
  summary: "Get the price lists of a customer",
  access: { scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/customers/{customer_id}/price-lists" },
  input: Type.Object({ customer_id: Ref("customer") }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    price_lists: Type.Array(AppliedPriceList),
  }),

  async run(context, { customer_id }) {
    const { db, business_id, refuse } = context;
    const customer = await db.row<{ version: number }>(
      "select version from customer where business_id = $1 and id = $2",
      [business_id, customer_id],
    );
    if (customer === undefined) throw refuse("not_found", { message: messages.unknown_customer });
    return { result: true, version: customer.version, price_lists: await findApplied(context, customer_id) };
  },
});
