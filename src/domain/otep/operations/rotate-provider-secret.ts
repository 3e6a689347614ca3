/**
 * Give a provider a new secret. The one before stays active beside it, so that the provider changes over without a
 * pause; an older one ends. `retire_former` ends the one before as well, for a secret that got out.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { lockProvider, newSecret, PROVIDER_COLUMNS, Provider, type ProviderRecord } from "../providers.ts";

export const rotateOtepProviderSecret = defineOperation({
  name: "otepProviderRotate",
  summary: "Give a provider of tracking events a new secret",
  effect: "write",
  risk: "high",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/otep/providers/{provider_id}/rotate" },
  secret_answer: true,
  input: Type.Object({
    provider_id: Id,
    retire_former: Type.Optional(Type.Boolean({ description: "End every older secret at once." })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    provider: Provider,
    secret: Type.String({ "x-secret": true, description: "Signs its requests; shown once." }),
  }),
  refusals: { provider_revoked: "conflict" },

  async run(context, { provider_id, retire_former = false }) {
    const { db, business_id, now, refuse, emit } = context;
    const before = await lockProvider(context, provider_id);
    if (before === undefined) throw refuse("not_found", { message: "There is no such provider." });
    if (before.status === "revoked")
      throw refuse("provider_revoked", { message: "A revoked provider stays revoked; make a new one." });
    const { secret, sealed } = newSecret(context);
    const provider = await db.row<ProviderRecord>(
      `update otep_provider set former_secret = case when $4 then null else secret end, secret = $3, secret_made_at = $5,
         updated_at = $5, version = version + 1
       where business_id = $1 and id = $2 returning ${PROVIDER_COLUMNS}`,
      [business_id, provider_id, sealed, retire_former, now],
    );
    if (provider === undefined) throw new Error("A locked provider is there.");
    emit({
      subject: { type: "otep_provider", id: provider_id },
      kind: "otep_provider.secret_rotated",
      payload: { retire_former },
    });
    return { result: true, provider, secret };
  },
});
