/** Suspend a member: it reads nothing and nothing of it is read, until it is resumed. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { DECISION_REFUSALS, decideMember } from "../decide-member.ts";
import { ClientCode, Member } from "../shapes.ts";

export const suspendMember = defineOperation({
  name: "allianceSuspend",
  summary: "Suspend a member of an alliance",
  description:
    "By the owner, or of ordinary members by an admin. At once: it reads nothing, and nothing of it is read.",
  access: { roles: ["client_admin"], scopes: ["alliance:write"] },
  rest: { method: "POST", path: "/api/v1/alliances/{alliance_id}/suspend" },
  input: Type.Object({
    alliance_id: Ref("alliance"),
    client_code: Ref("alliance_client", ClientCode),
    reason: Type.Optional(Type.String({ maxLength: 500, description: "Every member can read it." })),
  }),
  output: Type.Object({ result: Type.Boolean(), member: Member }),
  refusals: DECISION_REFUSALS,

  run: (context, { reason = "", ...input }) =>
    decideMember(context, input, { of: "active", kind: "alliance.member_suspended", reason }),
});
