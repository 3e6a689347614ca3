/** Found an alliance: the business owns it and signs its terms. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { answerAlliance, writeConsent, writeInvitation } from "../load.ts";
import { AllianceAnswer, AllianceName, Terms } from "../shapes.ts";

export const createAlliance = defineOperation({
  name: "allianceCreate",
  summary: "Found an alliance",
  description:
    "The business is its owner and has signed the terms by founding it. Nothing is shared until it grants something.",
  effect: "write",
  adds_only: true,
  access: { roles: ["client_admin"], scopes: ["alliance:write"] },
  rest: { method: "POST", path: "/api/v1/alliances", status: 201 },
  input: Type.Object({ name: AllianceName, terms: Terms }),
  output: AllianceAnswer,

  async run(context, { name, terms }) {
    const { db, business_id, now, emit } = context;
    const row = await db.row<{ id: number }>(
      "insert into alliance (business_id, name, terms, created_at) values ($1, $2, $3, $4) returning id",
      [business_id, name, terms, now],
    );
    if (row === undefined) throw new Error("An alliance that was inserted has no row.");
    await writeInvitation(context, row.id, business_id, "owner");
    await writeConsent(context, row.id, "accepted", 1);
    emit({
      subject: { type: "alliance", id: row.id, is_new: true },
      kind: "alliance.created",
      payload: { terms_version: 1 },
    });
    return answerAlliance(context, row.id);
  },
});
