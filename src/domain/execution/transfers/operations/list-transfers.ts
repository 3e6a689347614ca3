/** Transfers from and to the warehouses where the caller works, newest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { listTransfers as readTransfers } from "../records/transfer.ts";
import { TRANSFER_STATES } from "../rules.ts";
import { Transfer } from "../shapes.ts";

export const listTransfers = defineOperation({
  name: "transfers",
  summary: "List transfers between warehouses",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/warehouse-transfers" },
  input: Type.Object({
    ...CursorInput,
    warehouse_id: Type.Optional({ ...Id, description: "From or to it." }),
    state: Type.Optional(Type.Array(StringEnum(TRANSFER_STATES), { maxItems: TRANSFER_STATES.length })),
    code: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 40,
        description: "The code on its cage or pallet, as scanned.",
      }),
    ),
  }),
  output: Type.Object({ ...CursorOutput, transfers: Type.Array(Transfer) }),

  async run(context, input) {
    const condition = `($3::bigint is null or t.from_warehouse_id = $3 or t.to_warehouse_id = $3)
      and ($4::text[] is null or t.state = any($4)) and ($5::text is null or t.code = $5)`;
    const code = input.code?.replaceAll(/\s/g, "").toUpperCase() ?? null;
    const values = [input.warehouse_id ?? null, input.state ?? null, code];
    const { rows, paging } = await readTransfers(context, input, { condition, values });
    return { ...paging, transfers: rows };
  },
});
