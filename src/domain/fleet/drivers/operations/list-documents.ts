/** A driver's documents, newest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { buildDocumentView, type DocumentRow } from "../records/driver-document.ts";
import { DriverDocument } from "../shapes.ts";
import { DRIVER_ROLES, getVisibleDriver } from "../visibility.ts";

export const listDocuments = defineOperation({
  name: "driverinfoDocuments",
  summary: "List documents of a driver",
  effect: "read",
  access: { roles: DRIVER_ROLES, scopes: ["drivers:read"] },
  rest: { method: "GET", path: "/api/v1/driverinfo/{driver_id}/documents" },
  input: Type.Object({ driver_id: Id, ...PageInput }),
  output: Type.Object({ ...PageOutput, documents: Type.Array(DriverDocument) }),

  async run(context, { driver_id, ...paging }) {
    const { db, business_id, business, now } = context;
    const { page, per_page, offset } = readPaging(paging);
    await getVisibleDriver(context, driver_id, { lock: false });
    const [rows, counted] = await Promise.all([
      db.rows<DocumentRow>(
        `select * from driver_document where business_id = $1 and driver_id = $2 order by id desc limit $3 offset $4`,
        [business_id, driver_id, per_page, offset],
      ),
      db.row<{ n: number }>(
        "select count(*) as n from driver_document where business_id = $1 and driver_id = $2",
        [business_id, driver_id],
      ),
    ]);
    const today = toLocalDate(now, business.time_zone);
    return {
      result: true,
      total: counted?.n ?? 0,
      page,
      per_page,
      documents: rows.map((row) => buildDocumentView(row, today)),
    };
  },
});
