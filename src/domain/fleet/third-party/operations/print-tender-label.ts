/** The label of an accepted order as PDF, the same that the business prints. */
import Type from "typebox";
import { IssuedLabel, issueOrderLabel } from "#domain/carriers/labels/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { findPartnerTender, PARTNER_CALL_REFUSALS } from "../records/tender.ts";
import { isHeld } from "../rules.ts";

export const printTenderLabel = defineOperation({
  name: "thirdpartyTenderLabel",
  summary: "Get the label of an accepted order as PDF",
  access: { partner: "tenders", roles: [], scopes: [] },
  rest: { method: "GET", path: "/api/v1/thirdparty/tenders/{tender_id}/label", bytes: "accept" },
  limit: { name: "thirdparty_label", per_s: 2, burst: 20 },
  stores_document: true,
  input: Type.Object({ tender_id: Ref("tender") }),
  output: IssuedLabel,
  refusals: {
    ...PARTNER_CALL_REFUSALS,
    not_accepted: "conflict",
    tender_closed: "conflict",
    caller_disconnected: "unavailable",
  },

  async run(context, { tender_id }) {
    const { refuse } = context;
    const { tender } = await findPartnerTender(context, tender_id);
    const { state } = tender;
    if (state === "OFFERED")
      throw refuse("not_accepted", { message: messages.not_accepted, values: { state } });
    if (!isHeld(state)) throw refuse("tender_closed", { message: messages.tender_closed, values: { state } });
    return issueOrderLabel(context, tender.order_id);
  },
});
