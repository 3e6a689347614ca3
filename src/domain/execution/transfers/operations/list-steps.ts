/** The audit trail of a transfer, newest first: every step with who took it, on which device and where. */

import Type from "typebox";
import { personOf } from "#operation/caller/people.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { PageInput, PageOutput } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { findTransfer } from "../records/transfer.ts";
import { TransferStep } from "../shapes.ts";

export const listTransferSteps = defineOperation({
  name: "transferAudit",
  summary: "Every step of a transfer",
  description: "With who took it, on which device and where; also scans that were refused. Newest first.",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/warehouse-transfers/{transfer_id}/audit" },
  input: Type.Object({ transfer_id: Id, ...PageInput }),
  output: Type.Object({ ...PageOutput, steps: Type.Array(TransferStep) }),

  async run(context, { transfer_id, page = 1, per_page = 50 }) {
    const { db, business_id, refuse } = context;
    if ((await findTransfer(context, transfer_id)) === undefined)
      throw refuse("not_found", { message: messages.unknown_transfer });
    const [counted, steps] = await Promise.all([
      db.row<{ n: number }>(
        "select count(*) as n from transfer_step where business_id = $1 and transfer_id = $2",
        [business_id, transfer_id],
      ),
      db.rows<TransferStep>(
        `select s.id, s.kind, i.parcel_id, p.tracking_number, s.scanned, s.detail, s.device_id, s.at, s.surface,
           case when w.id is not null then jsonb_build_object('id', w.id, 'code', w.code, 'name', w.name) end as warehouse,
           case when s.lat is not null then
             jsonb_build_object('lat', s.lat, 'lng', s.lng, 'accuracy_m', s.accuracy_m) end as position,
           ${personOf("s.account_id")} as by
           from transfer_step s
           left join transfer_item i on i.business_id = $1 and i.id = s.item_id
           left join parcel p on p.business_id = $1 and p.id = i.parcel_id
           left join warehouse w on w.business_id = $1 and w.id = s.warehouse_id
          where s.business_id = $1 and s.transfer_id = $2 order by s.id desc limit $3 offset $4`,
        [business_id, transfer_id, per_page, (page - 1) * per_page],
      ),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, steps };
  },
});
