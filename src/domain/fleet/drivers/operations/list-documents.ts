/** A driver's documents, newest first. */
import Type from "typebox";
import { defineList, required } from "#operation/define/list.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildDocumentView, type DocumentRow } from "../records/driver-document.ts";
import { DriverDocument } from "../shapes.ts";
import { DRIVER_ROLES, getVisibleDriver } from "../visibility.ts";

export const listDocuments = defineList({
  name: "driverinfoDocuments",
  summary: "List documents of a driver",
  access: { roles: DRIVER_ROLES, scopes: ["drivers:read"] },
  rest: { method: "GET", path: "/api/v1/driverinfo/{driver_id}/documents" },
  within: { driver_id: required(Ref("driver")) },
  rows: { documents: Type.Array(DriverDocument) },
  from: "driver_document",
  order: "id desc",
  async values(context, { driver_id }) {
    await getVisibleDriver(context, driver_id, { lock: false });
    return {};
  },
  build: (row: DocumentRow, { now, business }) =>
    buildDocumentView(row, toLocalDate(now, business.time_zone)),
});
