/** Customers by name, or those whose name, code or e-mail address has a prefix. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { CUSTOMER_COLUMNS, CUSTOMER_STATES, type CustomerRow, CustomerSummary } from "../shapes.ts";

export const listCustomers = defineOperation({
  name: "clientCustomers",
  summary: "List customers",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/customers" },
  input: Type.Object({
    ...PageInput,
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "Prefix of a name, code or e-mail address.",
      }),
    ),
    status: Type.Optional(StringEnum(CUSTOMER_STATES)),
    tier: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  output: Type.Object({ ...PageOutput, customers: Type.Array(CustomerSummary) }),

  async run({ db, business_id }, input) {
    const { page, per_page, offset } = readPaging(input);
    const values: unknown[] = [business_id];
    const where = ["business_id = $1"];
    if (input.status !== undefined) where.push(`status = $${values.push(input.status)}`);
    if (input.tier !== undefined) where.push(`tier = $${values.push(input.tier)}`);
    if (input.q !== undefined) {
      const at = `lower($${values.push(input.q)})`;
      where.push(
        `(starts_with(lower(name), ${at}) or starts_with(lower(code), ${at}) or starts_with(lower(email), ${at}))`,
      );
    }
    const condition = where.join(" and ");
    const [customers, counted] = await Promise.all([
      db.rows<CustomerRow>(
        `select ${CUSTOMER_COLUMNS} from customer where ${condition}
          order by name, id limit $${values.length + 1} offset $${values.length + 2}`,
        [...values, per_page, offset],
      ),
      db.row<{ n: number }>(`select count(*) as n from customer where ${condition}`, values),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, customers };
  },
});
