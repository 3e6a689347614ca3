/**
 * Invite the first administrator of a business again. Without one nobody can invite the others; with one, no platform
 * administrator gets a link into the business.
 *
 * Source: our choice.
 */
import Type from "typebox";
import { InvitationMember, type Recipient, sendInvitation } from "#domain/identity/accounts/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { BusinessId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getBusinessRow, lockBusiness } from "../business.ts";
import { messages } from "../messages.ts";

const FIND_INVITED = `select id as account_id, email, name from account
  where business_id = $1 and role = 'client_admin' and status = 'invited' and password_hash is null
  order by id limit 1 for no key update`;

export const inviteAdministrator = defineOperation({
  name: "platformBusinessInvite",
  summary: "Invite the administrator of a business again",
  description: "While the business has no administrator with a password. Earlier links end.",
  access: { roles: ["platform_admin"], scopes: ["platform:admin"] },
  rest: { method: "POST", path: "/api/v1/platform/businesses/{business_id}/invitation" },
  secret_answer: "if_signed_in",
  unpredicted: ["invitation.link"],
  input: Type.Object({ business_id: Ref("business", BusinessId) }),
  output: Type.Object({
    result: Type.Boolean(),
    admin_id: Ref("account"),
    email: Type.String(),
    invitation: InvitationMember,
  }),
  refusals: { administrator_active: "conflict" },

  async run(context, { business_id }) {
    const { db, emit, refuse } = context;
    await lockBusiness(context, business_id);
    const { name: business_name, awaits_administrator } = await getBusinessRow(context.db, business_id);
    const admin = awaits_administrator
      ? await db.row<Pick<Recipient, "account_id" | "email" | "name">>(FIND_INVITED, [business_id])
      : undefined;
    if (admin === undefined) throw refuse("administrator_active", { message: messages.administrator_active });
    emit({
      subject: { type: "account", id: admin.account_id },
      business_id,
      kind: "account.invited",
      payload: { role: "client_admin" },
    });
    const invitation = await sendInvitation(context, { ...admin, business_id, business_name });
    return { result: true, admin_id: admin.account_id, email: admin.email, invitation };
  },
});
