/** Change the name or the terms of an alliance, or close it. New terms are signed by every member again. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { AllianceRecord, answerAlliance, getLockedAlliance } from "../records/alliance.ts";
import { writeConsent } from "../records/alliance-member.ts";
import { AllianceAnswer, AllianceName, Terms } from "../shapes.ts";

export const updateAlliance = defineOperation({
  name: "allianceUpdate",
  summary: "Update or close an alliance",
  description:
    "Of the owner. New terms are a new version, which the owner signs by this call; a member shares nothing and reads nothing until " +
    "it has signed it too. A closed alliance stays closed, and all of its grants end.",
  access: { roles: ["client_admin"], scopes: ["alliance:write"] },
  rest: { method: "PATCH", path: "/api/v1/alliances/{alliance_id}" },
  input: Type.Object({
    alliance_id: Ref("alliance"),
    name: Type.Optional(AllianceName),
    terms: Type.Optional(Terms),
    status: Type.Optional(Type.Literal("closed")),
  }),
  output: AllianceAnswer,
  refusals: { not_owner: "forbidden", alliance_closed: "conflict" },

  async run(context, { alliance_id, ...changes }) {
    const { business_id, refuse, emit, expectVersion } = context;
    const before = await getLockedAlliance(context, alliance_id);
    if (before.owner_id !== business_id) throw refuse("not_owner", { message: messages.not_owner });
    expectVersion(before.version);
    if (before.status === "closed") throw refuse("alliance_closed", { message: messages.alliance_closed });
    const after = { ...before, ...changes };
    const members = (["name", "terms", "status"] as const).filter(
      (member) => after[member] !== before[member],
    );
    if (members.length === 0) return answerAlliance(context, alliance_id);
    if (members.includes("terms")) {
      after.terms_version += 1;
      await writeConsent(context, alliance_id, "accepted", after.terms_version);
    }
    const { name, terms, status, terms_version } = after;
    await AllianceRecord.change(context, before, { name, terms, status, terms_version });
    emit({
      subject: { type: "alliance", id: alliance_id },
      kind: "alliance.changed",
      payload: { members, terms_version: after.terms_version, status: after.status },
      before: { terms_version: before.terms_version, status: before.status },
      after: { terms_version: after.terms_version, status: after.status },
    });
    return answerAlliance(context, alliance_id);
  },
});
