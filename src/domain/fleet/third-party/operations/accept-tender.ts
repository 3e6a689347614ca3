/**
 * Accept a tender. The first provider has the order: acceptances are decided one after the other under the lock of the
 * order, and the tenders of the others end with it. Accepting again returns the tender as it is.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Minor } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { explain, recordSteps, saveOffer } from "../records/offer.ts";
import { loadCandidates } from "../records/provider.ts";
import {
  emitTender,
  loadTenderView,
  lockPartnerTender,
  PARTNER_CALL_REFUSALS,
  saveTender,
  TENDER_EXPIRES,
  withdrawOpenTenders,
} from "../records/tender.ts";
import { isHeld, isOverCap } from "../rules.ts";
import { Tender } from "../shapes.ts";
import { isOfferable } from "../tender-next.ts";

export const acceptTender = defineOperation({
  name: "thirdpartyTenderAccept",
  summary: "Accept a tender",
  access: { partner: "tenders", roles: [], scopes: [] },
  rest: { method: "POST", path: "/api/v1/thirdparty/tenders/{tender_id}/accept" },
  limit: { name: "thirdparty_write", per_s: 10, burst: 100 },
  input: Type.Object({
    tender_id: Ref("tender"),
    external_id: Type.Optional(
      NoRef(
        "the provider's",
        Type.String({ minLength: 1, maxLength: 100, description: "What you call the delivery." }),
      ),
    ),
    price_minor: Type.Optional({
      ...Minor,
      description: "Your price, where the tender has none or you take less.",
    }),
  }),
  output: Type.Object({ result: Type.Boolean(), tender: Tender }),
  refusals: {
    ...PARTNER_CALL_REFUSALS,
    already_taken: "conflict",
    expired: "conflict",
    tender_closed: "conflict",
    order_unavailable: "conflict",
    over_price_cap: "conflict",
    price_missing: "invalid",
  },

  async run(context, { tender_id, external_id, price_minor }) {
    const { now, due, refuse } = context;
    const partner_tender = await lockPartnerTender(context, tender_id);
    const { order, offer, tender, tenders, provider } = partner_tender;
    if (isHeld(tender.state)) return { result: true, tender: await loadTenderView(context, tender) };
    if (tender.state === "WITHDRAWN" && tender.reason === "taken")
      throw refuse("already_taken", { message: messages.already_taken });
    if (tender.state === "EXPIRED") throw refuse("expired", { message: messages.expired });
    if (tender.state !== "OFFERED")
      throw refuse("tender_closed", { message: messages.tender_closed, values: { state: tender.state } });
    // The clock decides, not whether the expiry was processed yet.
    if (tender.expires_at <= now.toISOString()) throw refuse("expired", { message: messages.expired });
    if (order.tender_state === "held") throw refuse("already_taken", { message: messages.already_taken });
    if (!isOfferable(order)) throw refuse("order_unavailable", { message: messages.order_unavailable });
    const price = price_minor ?? tender.price_minor;
    if (price === null) {
      throw refuse("price_missing", {
        message: messages.price_missing,
        errors: [{ field: "price_minor", message: messages.price_missing }],
      });
    }
    // A tender with a price is accepted at that price, or for less.
    if (isOverCap(price, tender.price_minor ?? offer.price_cap_minor))
      throw refuse("over_price_cap", { message: messages.over_price_cap });

    const providers = await loadCandidates(
      context,
      tenders.map(({ provider_id }) => provider_id),
    );
    await saveTender(context, tender, {
      state: "ACCEPTED",
      price_minor: price,
      external_id: external_id ?? null,
      answered_at: now.toISOString(),
    });
    due.clear(TENDER_EXPIRES, tender.id);
    emitTender(context, "tender.accepted", tender, provider);
    await withdrawOpenTenders(context, partner_tender, providers, "taken");
    explain(context, offer, { what: "accepted", provider_id: provider.id });
    offer.state = "HELD";
    await saveOffer(context, offer);
    await recordSteps(context, partner_tender, "held", {
      code: "otep:thirdparty:accepted",
      source: { type: "third_party" },
    });
    return { result: true, tender: await loadTenderView(context, tender) };
  },
});
