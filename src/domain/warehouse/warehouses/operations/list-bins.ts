/** The bins of a warehouse or of one of its zones, open ones first, by code. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import type { BinRow } from "../records/bin.ts";
import { findWarehouse } from "../records/warehouse.ts";
import { Bin, STATUSES } from "../shapes.ts";

export const listBins = defineOperation({
  name: "warehouseBins",
  summary: "List bins of a warehouse",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/wms/warehouses/{warehouse_id}/bins" },
  input: Type.Object({
    ...PageInput,
    warehouse_id: Id,
    zone_id: Type.Optional(Id),
    status: Type.Optional(StringEnum(STATUSES)),
  }),
  output: Type.Object({ ...PageOutput, bins: Type.Array(Bin) }),

  async run(context, input) {
    const { db, business_id, refuse } = context;
    const { page, per_page, offset } = readPaging(input);
    if ((await findWarehouse(context, input.warehouse_id)) === undefined)
      throw refuse("not_found", { message: messages.unknown_warehouse });
    const found = `from warehouse_bin where business_id = $1 and warehouse_id = $2
       and ($3::bigint is null or zone_id = $3) and ($4::text is null or status = $4)`;
    const values = [business_id, input.warehouse_id, input.zone_id ?? null, input.status ?? null];
    const [bins, counted] = await Promise.all([
      db.rows<BinRow>(`select * ${found} order by status desc, code limit $5 offset $6`, [
        ...values,
        per_page,
        offset,
      ]),
      db.row<{ n: number }>(`select count(*) as n ${found}`, values),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, bins };
  },
});
