/** End a provider's key for good. What it told stays in the timelines; its code is free again. */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { lockProvider, PROVIDER_COLUMNS, Provider, type ProviderRecord } from "../providers.ts";

export const revokeOtepProvider = defineOperation({
  name: "otepProviderRevoke",
  summary: "Revoke a provider of tracking events",
  effect: "write",
  risk: "high",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/otep/providers/{provider_id}/revoke" },
  input: Type.Object({ provider_id: Id }),
  output: Type.Object({ result: Type.Boolean(), provider: Provider }),

  async run(context, { provider_id }) {
    const { db, business_id, now, refuse, emit } = context;
    const before = await lockProvider(context, provider_id);
    if (before === undefined) throw refuse("not_found", { message: "There is no such provider." });
    if (before.status === "revoked") return { result: true, provider: before };
    const provider = await db.row<ProviderRecord>(
      `update otep_provider set status = 'revoked', secret = null, former_secret = null, updated_at = $3, version = version + 1
       where business_id = $1 and id = $2 returning ${PROVIDER_COLUMNS}`,
      [business_id, provider_id, now],
    );
    if (provider === undefined) throw new Error("A locked provider is there.");
    emit({
      subject: { type: "otep_provider", id: provider_id },
      kind: "otep_provider.revoked",
      payload: { code: provider.code },
      before: { status: before.status },
      after: { status: "revoked" },
    });
    return { result: true, provider };
  },
});
