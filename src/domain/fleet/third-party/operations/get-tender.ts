/** One tender of the provider that calls. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { findPartnerTender, loadTenderView, PARTNER_CALL_REFUSALS } from "../records/tender.ts";
import { Tender } from "../shapes.ts";

export const getTender = defineOperation({
  name: "thirdpartyTender",
  summary: "Get a tender of a delivery provider",
  access: { partner: "tenders", roles: [], scopes: [] },
  rest: { method: "GET", path: "/api/v1/thirdparty/tenders/{tender_id}" },
  limit: { name: "thirdparty_read", per_s: 5, burst: 60 },
  input: Type.Object({ tender_id: Ref("tender") }),
  output: Type.Object({ result: Type.Boolean(), tender: Tender }),
  refusals: PARTNER_CALL_REFUSALS,

  async run(context, { tender_id }) {
    const { tender } = await findPartnerTender(context, tender_id);
    return { result: true, tender: await loadTenderView(context, tender) };
  },
});
