/** End the suspension of a member. Its grants are in force again. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { DECISION_REFUSALS, decideMember } from "../decide-member.ts";
import { ClientCode, Member } from "../shapes.ts";

export const resumeMember = defineOperation({
  name: "allianceResume",
  summary: "End the suspension of a member",
  access: { roles: ["client_admin"], scopes: ["alliance:write"] },
  rest: { method: "POST", path: "/api/v1/alliances/{alliance_id}/resume" },
  input: Type.Object({ alliance_id: Ref("alliance"), client_code: Ref("alliance_client", ClientCode) }),
  output: Type.Object({ result: Type.Boolean(), member: Member }),
  refusals: DECISION_REFUSALS,

  run: (context, input) =>
    decideMember(context, input, { of: "suspended", kind: "alliance.member_resumed", reason: "" }),
});
