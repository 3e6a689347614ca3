/** One customer and the accounts that sign in for it. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { refusals } from "#operation/response/platform-messages.ts";
import { Ref } from "#vocabulary/ref.ts";
import {
  ACCOUNTS_OF,
  CUSTOMER_COLUMNS,
  Customer,
  type CustomerAccount,
  type CustomerRow,
} from "../shapes.ts";

export const getCustomer = defineOperation({
  name: "clientCustomer",
  summary: "Get a customer",
  access: { scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/customers/{customer_id}" },
  input: Type.Object({ customer_id: Ref("customer") }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), customer: Customer }),

  async run({ db, business_id, refuse }, { customer_id }) {
    const [row, accounts] = await Promise.all([
      db.row<CustomerRow>(`select ${CUSTOMER_COLUMNS} from customer where business_id = $1 and id = $2`, [
        business_id,
        customer_id,
      ]),
      db.rows<Type.Static<typeof CustomerAccount>>(ACCOUNTS_OF, [business_id, customer_id]),
    ]);
    if (row === undefined) throw refuse("not_found", { message: refusals.no_customer });
    return { result: true, version: row.version, customer: { ...row, accounts } };
  },
});
