/** Change what a provider may send, and how. Members that are not sent stay unchanged. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import {
  getLockedPartner,
  PARTNER_COLUMNS,
  Partner,
  PartnerMembers,
  type PartnerRecord,
} from "../partners.ts";

export const updateOtepProvider = defineOperation({
  name: "otepProviderUpdate",
  summary: "Update, suspend or resume a provider of tracking events",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "PATCH", path: "/api/v1/otep/providers/{provider_id}" },
  needs_sign_in: true,
  input: Type.Object({
    provider_id: Ref("provider"),
    ...(Object.fromEntries(
      Object.entries(PartnerMembers).map(([key, schema]) => [key, Type.Optional(schema)]),
    ) as { [K in keyof typeof PartnerMembers]: Type.TOptional<(typeof PartnerMembers)[K]> }),
    status: Type.Optional(
      StringEnum(["active", "suspended"], {
        description: "Requests of a suspended provider are refused until it is active again.",
      }),
    ),
  }),
  output: Type.Object({ result: Type.Boolean(), provider: Partner }),
  refusals: { provider_revoked: "conflict" },

  async run(context, { provider_id, ...changes }) {
    const { db, business_id, now, refuse, expectVersion, emit } = context;
    const before = await getLockedPartner(context, provider_id);
    expectVersion(before.version);
    if (before.status === "revoked") throw refuse("provider_revoked", { message: messages.stays_revoked });
    const changed_provider = { ...before, ...changes };
    const provider = await db.row<PartnerRecord>(
      `update partner set name = $3, source_types = $4, subject_patterns = $5, formats = $6, requests_per_s = $7,
         allows_bearer = $8, status = $9, updated_at = $10, uses = $11, version = version + 1
       where business_id = $1 and id = $2 returning ${PARTNER_COLUMNS}`,
      [
        business_id,
        provider_id,
        changed_provider.name,
        [...new Set(changed_provider.source_types)],
        changed_provider.subject_patterns,
        [...new Set(changed_provider.formats)],
        changed_provider.requests_per_s,
        changed_provider.allows_bearer,
        changed_provider.status,
        now,
        changed_provider.uses,
      ],
    );
    if (provider === undefined) throw new Error("A locked provider is there.");
    const changed = Object.keys(changes) as (keyof typeof changes)[];
    emit({
      subject: { type: "partner", id: provider_id },
      kind: "partner.updated",
      payload: { changed, status: provider.status },
      before: Object.fromEntries(changed.map((key) => [key, before[key]])),
      after: Object.fromEntries(changed.map((key) => [key, provider[key]])),
    });
    return { result: true, provider };
  },
});
