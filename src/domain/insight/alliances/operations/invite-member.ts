/** Invite a business to an alliance, by its code. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { getActiveAlliance } from "../records/alliance.ts";
import { loadMembers, showMember, writeInvitation } from "../records/alliance-member.ts";
import { ClientCode, MEMBERS_MAX, Member } from "../shapes.ts";

export const inviteMember = defineOperation({
  name: "allianceInvite",
  summary: "Invite a business to an alliance",
  description:
    "By the owner or an admin. It sees the name, the terms and the members, and answers with accept or decline.",
  destructive: false,
  access: { roles: ["client_admin"], scopes: ["alliance:write"] },
  rest: { method: "POST", path: "/api/v1/alliances/{alliance_id}/invite", status: 201 },
  input: Type.Object({
    alliance_id: Ref("alliance"),
    client_code: Ref("alliance_client", ClientCode),
    role: Type.Optional(
      StringEnum(["member", "admin"], {
        description:
          "An admin invites and suspends members too; only the owner appoints one. `member` when absent.",
      }),
    ),
  }),
  output: Type.Object({ result: Type.Boolean(), member: Member }),
  refusals: {
    unknown_client: "invalid",
    not_manager: "forbidden",
    not_owner: "forbidden",
    alliance_closed: "conflict",
    not_active: "forbidden",
    already_member: "conflict",
    already_invited: "conflict",
    too_many_members: "conflict",
  },

  prepare: ({ system_queries }, { client_code }) => system_queries.findBusinessOfCode(client_code),

  async run(context, { alliance_id, client_code, role = "member" }, invited_id) {
    const { db, business_id, refuse, emit } = context;
    const alliance = await getActiveAlliance(context, alliance_id);
    if (alliance.role === "member") throw refuse("not_manager", { message: messages.not_manager });
    if (alliance.role !== "owner" && role === "admin")
      throw refuse("not_owner", { message: messages.not_owner });
    const members = await loadMembers(db, alliance_id);
    const present = members.find(({ member_id }) => member_id === invited_id);
    if (present?.state === "active" || present?.state === "suspended")
      throw refuse("already_member", { message: messages.already_member, values: { client_code } });
    if (present?.state === "invited")
      throw refuse("already_invited", { message: messages.already_invited, values: { client_code } });
    if (invited_id === undefined)
      throw refuse("unknown_client", {
        message: messages.unknown_client,
        values: { client_code },
        errors: [{ field: "client_code", message: messages.no_business }],
      });
    if (members.filter(({ state }) => state !== "left" && state !== "declined").length >= MEMBERS_MAX)
      throw refuse("too_many_members", { message: messages.too_many_members, values: { most: MEMBERS_MAX } });
    await writeInvitation(context, alliance_id, invited_id, role);
    emit({
      subject: { type: "alliance", id: alliance_id },
      kind: "alliance.invited",
      payload: { client_code, role },
    });
    const member = (await loadMembers(db, alliance_id)).find(({ member_id }) => member_id === invited_id);
    if (member === undefined) throw new Error("A business that was invited is not listed.");
    return { result: true, member: showMember(member, business_id) };
  },
});
