/** Labels that were read, the newest first. */
import Type from "typebox";
import { defineList, filter, indexed } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { presentScans } from "../present.ts";
import { getOwnerId, SCAN_COLUMNS, SCANS_FROM, type ScanView } from "../records/label-scan.ts";
import { SCAN_STATUSES } from "../rules.ts";
import { LabelScan } from "../shapes.ts";

export const listLabels = defineList({
  name: "ocrLabels",
  summary: "List labels",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["ocr:read"] },
  rest: { method: "GET", path: "/api/v1/ocr/labels" },
  localised: true,
  filters: {
    status: indexed(StringEnum(SCAN_STATUSES), "s.status = $status"),
    tracking_number: indexed(Type.String({ minLength: 4, maxLength: 60, description: "The whole number." }), {
      where: "s.tracking_number = $tracking_number",
      value: (text: string) => text.replace(/\s/g, "").toUpperCase(),
    }),
    carrier: filter(Type.String({ minLength: 1, maxLength: 40 }), "s.carrier = $carrier"),
  },
  rows: { scans: Type.Array(LabelScan) },
  from: SCANS_FROM,
  columns: SCAN_COLUMNS,
  where: ["$owner_id::bigint is null or s.customer_id = $owner_id"],
  order: "s.id desc",
  values: (context) => ({ owner_id: getOwnerId(context) }),
  buildAll: (rows: readonly ScanView[], context) => presentScans(context, rows),
});
