/** The audit trail of a transfer, newest first: every step with who took it, on which device and where. */
import Type from "typebox";
import { selectPerson } from "#operation/caller/people.ts";
import { defineList, required } from "#operation/define/list.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getVisibleTransfer } from "../records/transfer.ts";
import { TransferStep } from "../shapes.ts";

export const listTransferSteps = defineList({
  name: "transferAudit",
  summary: "List the steps of a transfer",
  description: "With who took it, on which device and where; also scans that were refused. Newest first.",
  access: { scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/warehouse-transfers/{transfer_id}/audit" },
  within: { transfer_id: required(Ref("transfer")) },
  rows: { steps: Type.Array(TransferStep) },
  from: "transfer_step s",
  select: `select s.id, s.kind, i.parcel_id, p.tracking_number, s.scanned, s.detail, s.device_id, s.at, s.surface,
      case when w.id is not null then jsonb_build_object('id', w.id, 'code', w.code, 'name', w.name) end as warehouse,
      case when s.lat is not null then
        jsonb_build_object('lat', s.lat, 'lng', s.lng, 'accuracy_m', s.accuracy_m) end as position,
      ${selectPerson("s.account_id")} as by
    from transfer_step s
    left join transfer_item i on i.business_id = $1 and i.id = s.item_id
    left join parcel p on p.business_id = $1 and p.id = i.parcel_id
    left join warehouse w on w.business_id = $1 and w.id = s.warehouse_id`,
  order: "s.id desc",
  async values(context, { transfer_id }) {
    await getVisibleTransfer(context, transfer_id);
    return {};
  },
});
