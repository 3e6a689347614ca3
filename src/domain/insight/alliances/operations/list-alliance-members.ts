/** Who is in an alliance, with the state of each and what it signed. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { loadAlliance } from "../records/alliance.ts";
import { loadMembers, showMember } from "../records/alliance-member.ts";
import { Member } from "../shapes.ts";

export const listAllianceMembers = defineOperation({
  name: "allianceMembers",
  summary: "List members of an alliance",
  description: "A business that left or declined sees none of them.",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["alliance:read"] },
  rest: { method: "GET", path: "/api/v1/alliances/{alliance_id}/members" },
  mcp: { user: "list_alliance_members" },
  input: Type.Object({ alliance_id: Ref("alliance"), ...PageInput }),
  output: Type.Object({ ...PageOutput, members: Type.Array(Member) }),

  async run(context, { alliance_id, ...paging }) {
    const { page, per_page, offset } = readPaging(paging);
    await loadAlliance(context, alliance_id);
    const rows = await loadMembers(context.db, alliance_id);
    const members = rows
      .slice(offset, offset + per_page)
      .map((member) => showMember(member, context.business_id));
    return { result: true, total: rows.length, page, per_page, members };
  },
});
