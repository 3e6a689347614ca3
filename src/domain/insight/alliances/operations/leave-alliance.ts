/** Leave an alliance: what was shared ends at once, and its history stays. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { answerAlliance, getLockedAlliance } from "../records/alliance.ts";
import { loadGrants, writeGrant } from "../records/alliance-grant.ts";
import { writeConsent } from "../records/alliance-member.ts";
import { AllianceAnswer } from "../shapes.ts";

export const leaveAlliance = defineOperation({
  name: "allianceLeave",
  summary: "Leave an alliance",
  description:
    "Nothing is read any more in either direction, and what the business granted is revoked; the access log stays.",
  access: { roles: ["client_admin"], scopes: ["alliance:write"] },
  rest: { method: "POST", path: "/api/v1/alliances/{alliance_id}/leave" },
  input: Type.Object({ alliance_id: Ref("alliance") }),
  output: AllianceAnswer,
  refusals: { owner_stays: "conflict", not_in: "conflict" },

  async run(context, { alliance_id }) {
    const { db, business_id, refuse, emit, now } = context;
    const { state, role } = await getLockedAlliance(context, alliance_id);
    if (role === "owner") throw refuse("owner_stays", { message: messages.owner_stays });
    if (state !== "active" && state !== "suspended")
      throw refuse("not_in", { message: messages.not_in, values: { state } });
    await writeConsent(context, alliance_id, "left", null);
    // What it gave is not given again when it comes back.
    for (const before of await loadGrants(db, business_id, null)) {
      if (before.alliance_id !== alliance_id || before.scopes.length === 0) continue;
      const { grantee_id, grantee_code: client_code, fields_masked, filters, valid_until } = before;
      const to = { alliance_id, grantee_id, client_code };
      await writeGrant(context, to, before, { scopes: [], fields_masked, filters, valid_until });
    }
    // The time at which grants to this business end: `notify-members` finds them by it.
    const occurred_at = now.toISOString();
    emit({ subject: { type: "alliance", id: alliance_id }, kind: "alliance.left", payload: {}, occurred_at });
    return answerAlliance(context, alliance_id);
  },
});
