/** Decline an invitation. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { answerAlliance, getLockedAlliance } from "../records/alliance.ts";
import { writeConsent } from "../records/alliance-member.ts";
import { AllianceAnswer } from "../shapes.ts";

export const declineInvitation = defineOperation({
  name: "allianceDecline",
  summary: "Decline an invitation to an alliance",
  access: { roles: ["client_admin"], scopes: ["alliance:write"] },
  rest: { method: "POST", path: "/api/v1/alliances/{alliance_id}/decline" },
  input: Type.Object({ alliance_id: Ref("alliance") }),
  output: AllianceAnswer,
  refusals: { not_invited: "conflict" },

  async run(context, { alliance_id }) {
    const { refuse, emit, now } = context;
    const { state } = await getLockedAlliance(context, alliance_id);
    if (state !== "invited")
      throw refuse("not_invited", { message: messages.not_invited, values: { state } });
    await writeConsent(context, alliance_id, "declined", null);
    // The time at which grants to this business end: `notify-members` finds them by it.
    const occurred_at = now.toISOString();
    emit({
      subject: { type: "alliance", id: alliance_id },
      kind: "alliance.declined",
      payload: {},
      occurred_at,
    });
    return answerAlliance(context, alliance_id);
  },
});
