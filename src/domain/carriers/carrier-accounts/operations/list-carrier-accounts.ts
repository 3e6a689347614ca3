/** Accounts at carriers, by preference. Credentials are never returned. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import type { CarrierAccountRow } from "../records/carrier-account.ts";
import { CarrierAccount, toAccount } from "../shapes.ts";

export const listCarrierAccounts = defineOperation({
  name: "labelserviceCarrierAccounts",
  summary: "List accounts at carriers",
  effect: "read",
  access: { roles: ["client_admin"], scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/labelservice/carrier-accounts" },
  input: Type.Object({ ...PageInput, is_enabled: Type.Optional(Type.Boolean()) }),
  output: Type.Object({ ...PageOutput, carrier_accounts: Type.Array(CarrierAccount) }),

  async run({ db, business_id }, input) {
    const { page, per_page, offset } = readPaging(input);
    const found = "from carrier_account where business_id = $1 and ($2::boolean is null or is_enabled = $2)";
    const values = [business_id, input.is_enabled ?? null];
    const [rows, counted] = await Promise.all([
      db.rows<CarrierAccountRow>(`select * ${found} order by preference, id limit $3 offset $4`, [
        ...values,
        per_page,
        offset,
      ]),
      db.row<{ n: number }>(`select count(*) as n ${found}`, values),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, carrier_accounts: rows.map(toAccount) };
  },
});
