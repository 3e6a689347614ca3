/**
 * Create a new secret for a provider. The previous one stays active, so that the provider can change over without
 * downtime; older ones end. `retire_former` ends the previous one too, for a leaked secret.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { createSecret, getLockedPartner, PARTNER_COLUMNS, Partner, type PartnerRecord } from "../partners.ts";

export const rotateOtepProviderSecret = defineOperation({
  name: "otepProviderRotate",
  summary: "Rotate the secret of a provider of tracking events",
  risk: "high",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/otep/providers/{provider_id}/rotate" },
  secret_answer: true,
  needs_sign_in: true,
  input: Type.Object({
    provider_id: Ref("provider"),
    retire_former: Type.Optional(Type.Boolean({ description: "True ends every older secret at once." })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    provider: Partner,
    secret: Type.String({ "x-secret": true, description: "Signs its requests; shown once." }),
  }),
  refusals: { provider_revoked: "conflict" },

  async run(context, { provider_id, retire_former = false }) {
    const { db, business_id, now, refuse, emit } = context;
    const before = await getLockedPartner(context, provider_id);
    if (before.status === "revoked") throw refuse("provider_revoked", { message: messages.stays_revoked });
    const { secret, sealed } = createSecret(context);
    const provider = await db.row<PartnerRecord>(
      `update partner set former_secret = case when $4 then null else secret end, secret = $3, secret_made_at = $5,
         updated_at = $5, version = version + 1
       where business_id = $1 and id = $2 returning ${PARTNER_COLUMNS}`,
      [business_id, provider_id, sealed, retire_former, now],
    );
    if (provider === undefined) throw new Error("A locked provider is there.");
    emit({
      subject: { type: "partner", id: provider_id },
      kind: "partner.secret_rotated",
      payload: { retire_former },
    });
    return { result: true, provider, secret };
  },
});
