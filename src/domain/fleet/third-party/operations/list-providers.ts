/** The delivery providers of the business, by name. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { PROVIDERS_WITH_KEYS } from "../records/provider.ts";
import { Provider, type ProviderWithKey, toProvider } from "../shapes.ts";

export const listDeliveryProviders = defineOperation({
  name: "thirdpartyProviders",
  summary: "List delivery providers",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/thirdparty/providers" },
  input: Type.Object({ ...PageInput }),
  output: Type.Object({ ...PageOutput, providers: Type.Array(Provider) }),

  async run({ db, business_id }, input) {
    const { page, per_page, offset } = readPaging(input);
    const [rows, counted] = await Promise.all([
      db.rows<ProviderWithKey>(
        `${PROVIDERS_WITH_KEYS} where t.business_id = $1 order by lower(t.name), t.id limit $2 offset $3`,
        [business_id, per_page, offset],
      ),
      db.row<{ n: number }>("select count(*) as n from thirdparty_provider where business_id = $1", [
        business_id,
      ]),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, providers: rows.map(toProvider) };
  },
});
