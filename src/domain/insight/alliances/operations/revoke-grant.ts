/** Revoke all that the business grants to a member in an alliance, whatever the state of both. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { getLockedAlliance } from "../records/alliance.ts";
import { findOwnGrant, loadGrants, showGrant, writeGrant } from "../records/alliance-grant.ts";
import { ClientCode, Grant } from "../shapes.ts";

export const revokeGrant = defineOperation({
  name: "allianceGrantRevoke",
  summary: "Revoke a grant",
  description:
    "At once: when this call returns, nothing more is read under it, also not the next page of a list.",
  access: { roles: ["client_admin"], scopes: ["alliance:write"] },
  rest: { method: "POST", path: "/api/v1/alliances/{alliance_id}/grants/revoke" },
  input: Type.Object({ alliance_id: Ref("alliance"), client_code: Ref("alliance_client", ClientCode) }),
  output: Type.Object({ result: Type.Boolean(), grant: Grant }),
  refusals: { nothing_granted: "conflict" },

  async run(context, { alliance_id, client_code }) {
    const { db, business_id, now, refuse } = context;
    await getLockedAlliance(context, alliance_id);
    // Not by the list of members: a business that left has none, and may revoke.
    const given_grant = (await loadGrants(db, business_id, null)).find(
      (grant) => grant.alliance_id === alliance_id && grant.grantee_code === client_code,
    );
    const before =
      given_grant === undefined
        ? undefined
        : await findOwnGrant(context, alliance_id, given_grant.grantee_id);
    if (before === undefined || before.scopes.length === 0)
      throw refuse("nothing_granted", { message: messages.nothing_granted, values: { client_code } });
    const { fields_masked, filters, valid_until } = before;
    const to = { alliance_id, grantee_id: before.grantee_id, client_code };
    const grant = await writeGrant(context, to, before, { scopes: [], fields_masked, filters, valid_until });
    return { result: true, grant: showGrant(grant, "grantor", now) };
  },
});
