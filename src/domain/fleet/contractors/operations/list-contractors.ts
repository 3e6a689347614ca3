/** List contractors of the business by name, with their accounts and counts of their orders; a contractor sees only itself. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { readContractorViews } from "../records/contractor.ts";
import { CONTRACTOR_STATES, Contractor } from "../shapes.ts";

export const listContractors = defineOperation({
  name: "clientContractors",
  summary: "List contractors",
  effect: "read",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["orders:read", "drivers:read"] },
  rest: { method: "GET", path: "/api/v1/client/contractors" },
  input: Type.Object({ ...PageInput, status: Type.Optional(StringEnum(CONTRACTOR_STATES)) }),
  output: Type.Object({ ...PageOutput, contractors: Type.Array(Contractor) }),

  async run({ actor, db, business_id }, input) {
    const { page, per_page, offset } = readPaging(input);
    const own = actor.role === "broker_employee" ? (actor.contractor_id ?? -1) : null;
    const where =
      "business_id = $1 and ($2::text is null or status = $2) and ($3::bigint is null or id = $3)";
    const values = [business_id, input.status ?? null, own];
    const [found, counted] = await Promise.all([
      db.rows<{ id: number }>(
        `select id from contractor where ${where} order by name, id limit $4 offset $5`,
        [...values, per_page, offset],
      ),
      db.row<{ n: number }>(`select count(*) as n from contractor where ${where}`, values),
    ]);
    const contractors = await readContractorViews(
      { db, business_id },
      found.map((row) => row.id),
    );
    return { result: true, total: counted?.n ?? 0, page, per_page, contractors };
  },
});
