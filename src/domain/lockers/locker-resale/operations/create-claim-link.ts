/** Create another claim link. The one before it ends, and an account that had claimed the handover is its buyer no longer. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { refuseStatus } from "../change.ts";
import { CONTACT_REFUSALS, readBuyerContact, replaceLink } from "../links.ts";
import { lockHandover, SIDE_REFUSALS } from "../load.ts";
import { NewBuyerContact } from "../shapes.ts";

export const createClaimLink = defineOperation({
  name: "resaleHandoverLinkCreate",
  summary: "Create another claim link of a handover",
  description:
    "Until the release: afterwards the buyer stays the same. The contact of the buyer before is removed; give it again where it is still the same buyer.",
  access: { roles: ["customer"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/locker-resale/handovers/{handover_id}/claim-link", status: 201 },
  secret_answer: true,
  localised: true,
  input: Type.Object({ handover_id: Ref("resale_handover"), buyer_contact: NewBuyerContact }),
  output: Type.Object({
    result: Type.Boolean(),
    claim_token: Type.String({ "x-secret": true, description: "Of the claim link; shown once." }),
    claim_url: Type.String({ "x-secret": true, description: "The page of the buyer, with the token." }),
  }),
  refusals: { ...SIDE_REFUSALS, ...CONTACT_REFUSALS, wrong_status: "conflict" },

  async run(context, { handover_id, buyer_contact = {} }) {
    const contact = readBuyerContact(context, buyer_contact);
    const { row } = await lockHandover(context, handover_id, ["seller"]);
    if (row.status !== "LISTED" && row.status !== "DEPOSIT_RESERVED" && row.status !== "DEPOSITED")
      throw refuseStatus(context, row);
    const { token, url } = await replaceLink(context as never, row, contact);
    return { result: true, claim_token: token, claim_url: url };
  },
});
