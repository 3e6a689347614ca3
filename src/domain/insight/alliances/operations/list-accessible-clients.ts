/** The businesses that share something with the caller's, by the grants in force. */

import Type from "typebox";
import { defineList, parameter } from "#operation/define/list.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { loadGrants } from "../records/alliance-grant.ts";
import { computeGrantState, decidePermission, expandMask, isLimited } from "../rules.ts";
import { GRANT_SCOPES, MASKABLE_FIELDS } from "../shapes.ts";

export const listAccessibleClients = defineList({
  name: "allianceAccessibleClients",
  summary: "List clients reachable through alliances",
  description: "Businesses with a grant in force to the caller's, and what each of them withholds.",
  access: { scopes: ["alliance:read"] },
  rest: { method: "GET", path: "/api/v1/alliances/accessible-clients" },
  mcp: { user: "list_accessible_clients" },
  filters: { scope: parameter(StringEnum(GRANT_SCOPES)) },
  rows: {
    clients: Type.Array(
      Type.Object({
        client_code: Type.String(),
        name: Type.String(),
        scopes: Type.Array(StringEnum(GRANT_SCOPES)),
        fields_masked: Type.Array(StringEnum(MASKABLE_FIELDS)),
        is_limited: Type.Boolean({ description: "Every grant is limited to some orders." }),
        valid_until: Nullable(
          Type.String({
            ...Timestamp,
            description: "When the last of the grants ends; null: without an end.",
          }),
        ),
        alliances: Type.Array(
          Type.Object(
            { id: Ref("alliance"), name: Type.String() },
            { $id: "SharingAlliance", "x-compact": ["alliance_id from id", "..."] },
          ),
        ),
      }),
    ),
  },

  async readAll({ db, business_id, now }, { scope }) {
    const received = await loadGrants(db, null, business_id);
    const clients = [...Map.groupBy(received, ({ grantor_id }) => grantor_id).values()].flatMap((grants) => {
      const in_force = grants.filter((grant) => computeGrantState(grant, now) === "in_force");
      const scopes = GRANT_SCOPES.filter((one) => decidePermission(grants, one, now).is_granted);
      const [first] = in_force;
      if (first === undefined) return [];
      const ends = in_force.map(({ valid_until }) => valid_until);
      return [
        {
          client_code: first.grantor_code,
          name: first.grantor_name,
          scopes,
          fields_masked: expandMask(in_force.flatMap(({ fields_masked }) => fields_masked)),
          is_limited: in_force.every(({ filters }) => isLimited(filters)),
          valid_until: ends.includes(null) ? null : (ends.toSorted().at(-1) ?? null),
          alliances: in_force.map(({ alliance_id: id, alliance_name: name }) => ({ id, name })),
        },
      ];
    });
    return clients
      .filter(({ scopes }) => scope === undefined || scopes.includes(scope))
      .sort(
        (one, other) =>
          one.name.localeCompare(other.name) || one.client_code.localeCompare(other.client_code),
      );
  },
});
