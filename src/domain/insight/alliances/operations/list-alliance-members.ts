/** Who is in an alliance, with the state of each and what it signed. */

import Type from "typebox";
import { defineList, requiredParameter } from "#operation/define/list.ts";
import { Ref } from "#vocabulary/ref.ts";
import { loadAlliance } from "../records/alliance.ts";
import { loadMembers, showMember } from "../records/alliance-member.ts";
import { Member } from "../shapes.ts";

export const listAllianceMembers = defineList({
  name: "allianceMembers",
  summary: "List members of an alliance",
  description: "A business that left or declined sees none of them.",
  access: { scopes: ["alliance:read"] },
  rest: { method: "GET", path: "/api/v1/alliances/{alliance_id}/members" },
  mcp: { user: "list_alliance_members" },
  within: { alliance_id: requiredParameter(Ref("alliance")) },
  rows: { members: Type.Array(Member) },
  async readAll(context, { alliance_id }) {
    await loadAlliance(context, alliance_id);
    return loadMembers(context.db, alliance_id);
  },
  build: (member, { business_id }) => showMember(member, business_id),
});
