/** Identities of external providers that sign in to one's own account. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";

export const listIdentities = defineOperation({
  name: "userIdentities",
  summary: "List own identities",
  access: { roles: TENANT_ROLES, scopes: [] },
  rest: { method: "GET", path: "/api/v1/user/identities" },
  output: Type.Object({
    result: Type.Boolean(),
    identities: Type.Array(
      Type.Object({
        id: Ref("identity"),
        provider: Nullable(
          Type.String({ description: "Null if the installation no longer knows the issuer." }),
        ),
        issuer: Type.String(),
        created_at: Timestamp,
      }),
    ),
  }),

  async run({ actor, db, business_id, providers }) {
    const rows = await db.rows<{ id: number; issuer: string; created_at: string }>(
      `select id, issuer, created_at from identity_binding where business_id = $1 and account_id = $2 order by id`,
      [business_id, actor.account_id],
    );
    const names = new Map([...providers.identity.values()].map(({ issuer, name }) => [issuer, name]));
    return {
      result: true,
      identities: rows.map((row) => ({ ...row, provider: names.get(row.issuer) ?? null })),
    };
  },
});
