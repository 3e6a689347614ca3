/** Revoke a provider's key permanently. Its events stay in the timelines; its code can be used again. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getLockedPartner, PARTNER_COLUMNS, Partner, type PartnerRecord } from "../partners.ts";

export const revokeOtepProvider = defineOperation({
  name: "otepProviderRevoke",
  summary: "Revoke a provider of tracking events",
  risk: "high",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/otep/providers/{provider_id}/revoke" },
  input: Type.Object({ provider_id: Ref("provider") }),
  output: Type.Object({ result: Type.Boolean(), provider: Partner }),

  async run(context, { provider_id }) {
    const { db, business_id, now, emit } = context;
    const before = await getLockedPartner(context, provider_id);
    if (before.status === "revoked") return { result: true, provider: before };
    const provider = await db.row<PartnerRecord>(
      `update partner set status = 'revoked', secret = null, former_secret = null, updated_at = $3, version = version + 1
       where business_id = $1 and id = $2 returning ${PARTNER_COLUMNS}`,
      [business_id, provider_id, now],
    );
    if (provider === undefined) throw new Error("A locked provider is there.");
    emit({
      subject: { type: "partner", id: provider_id },
      kind: "partner.revoked",
      payload: { code: provider.code },
      before: { status: before.status },
      after: { status: "revoked" },
    });
    return { result: true, provider };
  },
});
