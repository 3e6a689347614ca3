/** Providers of tracking events of this business, revoked ones included. Never returns secrets. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { PARTNER_COLUMNS, Partner, type PartnerRecord } from "../partners.ts";

export const listOtepProviders = defineOperation({
  name: "otepProviders",
  summary: "Providers of tracking events",
  effect: "read",
  access: { roles: ["client_admin"], scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/otep/providers" },
  input: Type.Object({ ...PageInput }),
  output: Type.Object({ ...PageOutput, providers: Type.Array(Partner, { description: "Oldest first." }) }),

  async run({ db, business_id }, input) {
    const { page, per_page, offset } = readPaging(input);
    const [providers, counted] = await Promise.all([
      db.rows<PartnerRecord>(
        `select ${PARTNER_COLUMNS} from partner where business_id = $1 order by id limit $2 offset $3`,
        [business_id, per_page, offset],
      ),
      db.row<{ n: number }>("select count(*) as n from partner where business_id = $1", [business_id]),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, providers };
  },
});
