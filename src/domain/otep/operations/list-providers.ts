/** Providers of tracking events of this business, revoked ones included. Secrets are in no answer. */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { PageInput, PageOutput, pageOf } from "#vocabulary/page.ts";
import { PROVIDER_COLUMNS, Provider, type ProviderRecord } from "../providers.ts";

export const listOtepProviders = defineOperation({
  name: "otepProviders",
  summary: "Providers of tracking events",
  effect: "read",
  access: { roles: ["client_admin"], scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/otep/providers" },
  input: Type.Object({ ...PageInput }),
  output: Type.Object({ ...PageOutput, providers: Type.Array(Provider, { description: "Oldest first." }) }),

  async run({ db, business_id }, input) {
    const { page, per_page, offset } = pageOf(input);
    const [providers, counted] = await Promise.all([
      db.rows<ProviderRecord>(
        `select ${PROVIDER_COLUMNS} from otep_provider where business_id = $1 order by id limit $2 offset $3`,
        [business_id, per_page, offset],
      ),
      db.row<{ n: number }>("select count(*) as n from otep_provider where business_id = $1", [business_id]),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, providers };
  },
});
