/** Submit a document of a driver. The business reviews it; an accepted document that has expired blocks the release of routes. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { attachFiles } from "#operation/files/attached-files.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { CalendarDate, StringEnum } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { buildDocumentView, DriverDocumentRecord } from "../records/driver-document.ts";
import { DOCUMENT_KINDS, DriverDocument } from "../shapes.ts";
import { DRIVER_ROLES, findUnknownFiles, getVisibleDriver } from "../visibility.ts";

export const addDocument = defineOperation({
  name: "driverinfoDocumentAdd",
  summary: "Submit a document of a driver",
  access: { roles: DRIVER_ROLES, scopes: ["drivers:write"] },
  rest: { method: "POST", path: "/api/v1/driverinfo/{driver_id}/documents", status: 201 },
  input: Type.Object({
    driver_id: Ref("driver"),
    kind: StringEnum(DOCUMENT_KINDS),
    number: Type.Optional(Type.String({ maxLength: 100, "x-text": "code" })),
    expires_date: Type.Optional(CalendarDate),
    file_id: Type.Optional(Ref("file")),
  }),
  output: Type.Object({ result: Type.Boolean(), document: DriverDocument }),
  refusals: { unknown_file: "invalid" },

  async run(context, { driver_id, kind, number, expires_date, file_id }) {
    const { business, now, emit, refuse } = context;
    await getVisibleDriver(context, driver_id, { lock: true });
    if (file_id !== undefined && (await findUnknownFiles(context, [file_id])).length > 0) {
      throw refuse("unknown_file", {
        message: messages.unknown_file,
        errors: [{ field: "file_id", message: fields.file_of_another }],
      });
    }
    const row = await DriverDocumentRecord.insert(context, {
      driver_id,
      kind,
      number: number ?? "",
      expires_date: expires_date ?? null,
      file_id: file_id ?? null,
    });
    if (file_id !== undefined)
      await attachFiles(context, [{ file_id, subject: { type: "driver", id: driver_id } }]);
    emit({
      subject: { type: "driver_document", id: row.id, is_new: true },
      kind: "driver.document_submitted",
      payload: { driver_id, kind, expires_date: expires_date ?? null },
    });
    return {
      result: true,
      document: buildDocumentView(row, toLocalDate(now, business.time_zone)),
    };
  },
});
