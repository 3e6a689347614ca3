/** The sale of the caller's link. */
import { getLinkedId } from "#operation/caller/link.ts";
import { defineOperation } from "#operation/define/define.ts";
import { LINK_OPERATIONS } from "../links.ts";
import { answerSale } from "../present.ts";
import { SALE } from "../records/sale.ts";
import { SaleAnswer } from "../shapes.ts";

export const getOwnSale = defineOperation({
  name: LINK_OPERATIONS.get,
  summary: "Get the sale of a link",
  access: { roles: [], scopes: [], link: SALE },
  rest: { method: "GET", path: "/api/v1/locker-shop/sale" },
  localised: true,
  output: SaleAnswer,

  run: (context) => answerSale(context, getLinkedId(context.actor, SALE)),
});
