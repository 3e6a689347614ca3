/** What each side gives in an alliance: the business to the others, and they to it. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { loadAlliance } from "../records/alliance.ts";
import { loadGrants, showGrant } from "../records/alliance-grant.ts";
import { Grant } from "../shapes.ts";

export const listAllianceGrants = defineOperation({
  name: "allianceGrants",
  summary: "List what is granted in an alliance",
  description: "By the business, and to it. What is not listed is not granted.",
  access: { scopes: ["alliance:read"] },
  rest: { method: "GET", path: "/api/v1/alliances/{alliance_id}/grants" },
  input: Type.Object({ alliance_id: Ref("alliance") }),
  output: Type.Object({ result: Type.Boolean(), given: Type.Array(Grant), received: Type.Array(Grant) }),

  async run(context, { alliance_id }) {
    const { db, business_id, now } = context;
    await loadAlliance(context, alliance_id);
    const [given_grants, received] = await Promise.all([
      loadGrants(db, business_id, null),
      loadGrants(db, null, business_id),
    ]);
    const here = (grants: typeof given_grants) => grants.filter((grant) => grant.alliance_id === alliance_id);
    return {
      result: true,
      given: here(given_grants).map((grant) => showGrant(grant, "grantor", now)),
      received: here(received).map((grant) => showGrant(grant, "grantee", now)),
    };
  },
});
