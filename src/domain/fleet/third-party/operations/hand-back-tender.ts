/**
 * Hand an accepted order back, before or after the pickup. After it the order becomes an exception: the goods are still with
 * the provider, and a dispatcher decides where they go.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { HAND_BACK_REASONS, handBack } from "../hand-back.ts";
import { messages } from "../messages.ts";
import { loadTenderView, lockPartnerTender, PARTNER_CALL_REFUSALS } from "../records/tender.ts";
import { isHeld } from "../rules.ts";
import { Tender } from "../shapes.ts";

export const handBackTender = defineOperation({
  name: "thirdpartyTenderHandback",
  summary: "Hand an accepted order back",
  access: { partner: "tenders", roles: [], scopes: [] },
  rest: { method: "POST", path: "/api/v1/thirdparty/tenders/{tender_id}/handback" },
  limit: { name: "thirdparty_write", per_s: 10, burst: 100 },
  input: Type.Object({
    tender_id: Ref("tender"),
    reason: StringEnum(HAND_BACK_REASONS),
    note: Type.Optional(Type.String({ maxLength: 500 })),
  }),
  output: Type.Object({ result: Type.Boolean(), tender: Tender }),
  refusals: { ...PARTNER_CALL_REFUSALS, not_accepted: "conflict", tender_closed: "conflict" },

  async run(context, { tender_id, reason, note = "" }) {
    const { now, refuse } = context;
    const partner_tender = await lockPartnerTender(context, tender_id);
    const { state } = partner_tender.tender;
    if (state === "HANDED_BACK")
      return { result: true, tender: await loadTenderView(context, partner_tender.tender) };
    if (state === "OFFERED")
      throw refuse("not_accepted", { message: messages.not_accepted, values: { state } });
    if (!isHeld(state)) throw refuse("tender_closed", { message: messages.tender_closed, values: { state } });
    await handBack(context, partner_tender, { reason, note, occurred_at: now.toISOString() });
    return { result: true, tender: await loadTenderView(context, partner_tender.tender) };
  },
});
