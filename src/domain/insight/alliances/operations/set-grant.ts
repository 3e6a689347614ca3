/** Set what the business grants to one member. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { checkFilters, FILTER_REFUSALS } from "../check-filters.ts";
import { messages } from "../messages.ts";
import { getActiveAlliance, mustSign } from "../records/alliance.ts";
import { findOwnGrant, showGrant, writeGrant } from "../records/alliance-grant.ts";
import { getMember } from "../records/alliance-member.ts";
import { ClientCode, GRANT_INPUT, Grant } from "../shapes.ts";

export const setGrant = defineOperation({
  name: "allianceGrantSet",
  summary: "Set what the business grants to a member",
  description:
    "The whole grant, in one direction. It is in force once both have signed the present terms. Where two alliances grant something to the same " +
    "business, the masks of both apply to all of it. Scopes that are not named any more end at once.",
  access: { roles: ["client_admin"], scopes: ["alliance:write"] },
  rest: { method: "PUT", path: "/api/v1/alliances/{alliance_id}/grants" },
  input: Type.Object({
    alliance_id: Ref("alliance"),
    client_code: Ref("alliance_client", ClientCode),
    ...GRANT_INPUT,
    valid_until: Type.Optional(Nullable(Timestamp)),
  }),
  output: Type.Object({ result: Type.Boolean(), grant: Grant }),
  refusals: {
    ...FILTER_REFUSALS,
    alliance_closed: "conflict",
    not_active: "forbidden",
    terms_changed: "conflict",
    unknown_member: "invalid",
    wrong_state: "conflict",
    to_itself: "invalid",
    past_end: "invalid",
  },

  async run(context, input) {
    const { business_id, now, refuse, expectVersion } = context;
    const { alliance_id, client_code, scopes, fields_masked = [], filters = {}, valid_until = null } = input;
    const alliance = await getActiveAlliance(context, alliance_id);
    if (mustSign(alliance))
      throw refuse("terms_changed", {
        message: messages.terms_changed,
        values: { version: alliance.terms_version },
        extra: { terms_version: alliance.terms_version },
      });
    const member = await getMember(context, alliance_id, client_code);
    if (member.member_id === business_id)
      throw refuse("to_itself", {
        message: messages.to_itself,
        errors: [{ field: "client_code", message: messages.is_own }],
      });
    if (member.state === "left" || member.state === "declined")
      throw refuse("wrong_state", {
        message: messages.wrong_state,
        values: { client_code, state: member.state },
      });
    if (valid_until !== null && new Date(valid_until) <= now)
      throw refuse("past_end", {
        message: messages.past_end,
        errors: [{ field: "valid_until", message: messages.is_past }],
      });
    await checkFilters(context, filters);
    const before = await findOwnGrant(context, alliance_id, member.member_id);
    expectVersion(before?.version ?? 0);
    const to = { alliance_id, grantee_id: member.member_id, client_code };
    const grant = await writeGrant(context, to, before, { scopes, fields_masked, filters, valid_until });
    return { result: true, grant: showGrant(grant, "grantor", now) };
  },
});
