/** Found an alliance: the business owns it and signs its terms. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { AllianceRecord, answerAlliance } from "../records/alliance.ts";
import { writeConsent, writeInvitation } from "../records/alliance-member.ts";
import { AllianceAnswer, AllianceName, Terms } from "../shapes.ts";

export const createAlliance = defineOperation({
  name: "allianceCreate",
  summary: "Create an alliance",
  description:
    "The business is its owner and has signed the terms by founding it. Nothing is shared until it grants something.",
  destructive: false,
  access: { roles: ["client_admin"], scopes: ["alliance:write"] },
  rest: { method: "POST", path: "/api/v1/alliances", status: 201 },
  input: Type.Object({ name: AllianceName, terms: Terms }),
  output: AllianceAnswer,

  async run(context, { name, terms }) {
    const { business_id, emit } = context;
    const { id } = await AllianceRecord.insert(context, { name, terms });
    await writeInvitation(context, id, business_id, "owner");
    await writeConsent(context, id, "accepted", 1);
    emit({
      subject: { type: "alliance", id, is_new: true },
      kind: "alliance.created",
      payload: { terms_version: 1 },
    });
    return answerAlliance(context, id);
  },
});
