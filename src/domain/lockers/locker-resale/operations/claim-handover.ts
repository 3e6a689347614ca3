/** Become the buyer of a handover with an account, by its claim link, which ends. */
import Type from "typebox";
import { findOpenLink } from "#operation/caller/link-store.ts";
import { defineOperation } from "#operation/define/define.ts";
import { emitBuyer, endLink } from "../links.ts";
import { messages } from "../messages.ts";
import { answerHandover } from "../present.ts";
import { HANDOVER, HandoverRecord } from "../records/handover.ts";
import { HandoverAnswer } from "../shapes.ts";

export const claimHandover = defineOperation({
  name: "resaleHandoverClaim",
  summary: "Claim a handover",
  access: { roles: ["customer"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/locker-resale/claims" },
  limit: { name: "resale_claims", per_s: 0.5, burst: 20 },
  localised: true,
  input: Type.Object({
    claim_token: Type.String({
      minLength: 1,
      maxLength: 200,
      "x-secret": true,
      description: "Of the claim link.",
    }),
  }),
  output: HandoverAnswer,
  refusals: { own_handover: "conflict" },

  async run(context, { claim_token }) {
    const { actor, refuse } = context;
    const link = await findOpenLink(context, HANDOVER, claim_token);
    const row = link === undefined ? undefined : await HandoverRecord.lock(context, Number(link.subject_id));
    if (row === undefined || row.link_id !== link?.id)
      throw refuse("not_found", { message: messages.no_handover });
    if (row.seller_customer_id === actor.customer_id)
      throw refuse("own_handover", { message: messages.own_handover });
    await endLink(context as never, row);
    const after = await HandoverRecord.change(context, row, {
      buyer_customer_id: actor.customer_id,
      link_id: null,
      // The account says how the buyer is told.
      buyer_contact: null,
      link_sealed: null,
    });
    emitBuyer(context as never, after);
    return answerHandover(context, row.id);
  },
});
