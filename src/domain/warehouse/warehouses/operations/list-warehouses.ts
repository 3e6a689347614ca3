/** The warehouses that the caller may work at, open ones first, by code. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { listReach, type WarehouseRow } from "../records/warehouse.ts";
import { STATUSES, Warehouse } from "../shapes.ts";

export const listWarehouses = defineOperation({
  name: "warehouses",
  summary: "Warehouses of the business",
  description:
    "Code, name, address and status of each warehouse that the caller may work at; is_depot marks the one where routes start.",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/wms/warehouses" },
  mcp: { user: "get_warehouses" },
  input: Type.Object({ ...PageInput, status: Type.Optional(StringEnum(STATUSES)) }),
  output: Type.Object({ ...PageOutput, warehouses: Type.Array(Warehouse) }),

  async run(context, input) {
    const { db, business_id } = context;
    const { page, per_page, offset } = readPaging(input);
    const found =
      "from warehouse where business_id = $1 and ($2::text is null or status = $2) and ($3::bigint[] is null or id = any($3))";
    const values = [business_id, input.status ?? null, listReach(context)];
    const [warehouses, counted] = await Promise.all([
      db.rows<WarehouseRow>(`select * ${found} order by status desc, code limit $4 offset $5`, [
        ...values,
        per_page,
        offset,
      ]),
      db.row<{ n: number }>(`select count(*) as n ${found}`, values),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, warehouses };
  },
});
