/**
 * Withdraw an offer that nobody has accepted yet, or take the order back from a provider that has not picked it up in time. Its
 * tenders end, and the order goes back to the business.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { endOffer, explain, loadOfferView, lockOffer, OfferRecord, recordSteps } from "../records/offer.ts";
import { getProvider, loadCandidates } from "../records/provider.ts";
import { emitTender, saveTender, withdrawOpenTenders } from "../records/tender.ts";
import { canWithdraw, RECALLED } from "../rules.ts";
import { Offer } from "../shapes.ts";

/** The timeline leaves the acceptance. */
const UNASSIGNED = {
  code: "otep:thirdparty:courier_unassigned",
  source: { type: "third_party" },
} as const;

export const withdrawOffer = defineOperation({
  name: "thirdpartyOfferWithdraw",
  summary: "Withdraw an offer",
  access: { scopes: ["orders:write"] },
  rest: { method: "POST", path: "/api/v1/thirdparty/offers/{offer_id}/withdraw" },
  input: Type.Object({ offer_id: Ref("tender_offer") }),
  output: Type.Object({ result: Type.Boolean(), offer: Offer }),
  refusals: { already_accepted: "conflict", offer_closed: "conflict" },

  async run(context, { offer_id }) {
    const { now, refuse } = context;
    const offer_row = await OfferRecord.get(context, offer_id);
    const { order, offer, tenders } = await lockOffer(context, offer_row);
    const locked = { state: offer.state, tenders };
    if (offer.state === "HELD" && !canWithdraw(locked, now))
      throw refuse("already_accepted", { message: messages.already_accepted });
    if (offer.state !== "OPEN" && offer.state !== "HELD" && offer.state !== "WITHDRAWN")
      throw refuse("offer_closed", { message: messages.offer_closed, values: { state: offer.state } });
    if (offer.state !== "WITHDRAWN") {
      const providers = await loadCandidates(
        context,
        tenders.map(({ provider_id }) => provider_id),
      );
      const late = tenders.find(({ state }) => state === "ACCEPTED");
      if (late === undefined) await withdrawOpenTenders(context, locked, providers, "withdrawn");
      else {
        await saveTender(context, late, { state: "FAILED", reason: RECALLED, ended_at: now.toISOString() });
        emitTender(context, "tender.progressed", late, getProvider(providers, late));
      }
      explain(context, offer, { what: "withdrawn", ...(late === undefined ? {} : { reason: RECALLED }) });
      await recordSteps(context, { order, offer }, null, late === undefined ? null : UNASSIGNED);
      await endOffer(context, offer, "WITHDRAWN", late === undefined ? null : RECALLED);
    }
    const view = await loadOfferView(context, offer_id);
    if (view === undefined) throw new Error("A locked offer is there.");
    return { result: true, offer: view };
  },
});
