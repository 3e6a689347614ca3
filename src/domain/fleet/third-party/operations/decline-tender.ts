/** Decline a tender. The next provider is asked, or the order goes back to the business. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { explain } from "../records/offer.ts";
import {
  emitTender,
  loadTenderView,
  lockPartnerTender,
  PARTNER_CALL_REFUSALS,
  saveTender,
  TENDER_EXPIRES,
} from "../records/tender.ts";
import { Tender } from "../shapes.ts";
import { continueOffer } from "../tender-next.ts";

const DECLINE_REASONS = ["no_capacity", "price", "area", "time", "goods", "other"] as const;

export const declineTender = defineOperation({
  name: "thirdpartyTenderDecline",
  summary: "Decline a tender",
  access: { partner: "tenders", roles: [], scopes: [] },
  rest: { method: "POST", path: "/api/v1/thirdparty/tenders/{tender_id}/decline" },
  limit: { name: "thirdparty_write", per_s: 10, burst: 100 },
  input: Type.Object({
    tender_id: Ref("tender"),
    reason: Type.Optional(StringEnum(DECLINE_REASONS)),
    note: Type.Optional(Type.String({ maxLength: 500 })),
  }),
  output: Type.Object({ result: Type.Boolean(), tender: Tender }),
  refusals: {
    ...PARTNER_CALL_REFUSALS,
    already_taken: "conflict",
    expired: "conflict",
    tender_closed: "conflict",
  },

  async run(context, { tender_id, reason, note }) {
    const { now, due, refuse } = context;
    const partner_tender = await lockPartnerTender(context, tender_id);
    const { offer, tender, provider } = partner_tender;
    if (tender.state === "DECLINED") return { result: true, tender: await loadTenderView(context, tender) };
    if (tender.state === "WITHDRAWN" && tender.reason === "taken")
      throw refuse("already_taken", { message: messages.already_taken });
    if (tender.state === "EXPIRED") throw refuse("expired", { message: messages.expired });
    if (tender.state !== "OFFERED")
      throw refuse("tender_closed", { message: messages.tender_closed, values: { state: tender.state } });
    const at = now.toISOString();
    await saveTender(context, tender, {
      state: "DECLINED",
      reason: reason ?? null,
      note: note ?? "",
      answered_at: at,
      ended_at: at,
    });
    due.clear(TENDER_EXPIRES, tender.id);
    emitTender(context, "tender.declined", tender, provider);
    explain(context, offer, {
      what: "declined",
      provider_id: provider.id,
      ...(reason === undefined ? {} : { reason }),
    });
    await continueOffer(context, partner_tender);
    return { result: true, tender: await loadTenderView(context, tender) };
  },
});
