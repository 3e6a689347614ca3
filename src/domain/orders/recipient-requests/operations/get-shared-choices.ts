/** What the holder of a link may ask for about its order, what was asked for, and what became of it. */
import { getOrderRow } from "#domain/orders/orders/public.ts";
import { getLinkedId } from "#operation/caller/link.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CHOICES_OPERATION, SUBJECT } from "../choices.ts";
import { loadChoicesAnswer } from "../load.ts";
import { ChoicesAnswer } from "../shapes.ts";

export const getSharedChoices = defineOperation({
  name: CHOICES_OPERATION,
  summary: "Get what a recipient may change by a link",
  description:
    "The choices that the business offers and the link allows, each with why it is closed or until when it is open, and the " +
    "requests that were made by links to this order.",
  access: { roles: [], scopes: [], link: SUBJECT },
  rest: { method: "GET", path: "/api/v1/shared/tracking/choices" },
  localised: true,
  output: ChoicesAnswer,

  async run(context) {
    const { db, business_id, actor } = context;
    const order = await getOrderRow(db, business_id, getLinkedId(actor, SUBJECT));
    return loadChoicesAnswer(context, order);
  },
});
