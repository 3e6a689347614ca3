/** Accept or refuse a submitted document. A document is reviewed once; a corrected one must be submitted as a new document. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { buildDocumentView, DriverDocumentRecord } from "../records/driver-document.ts";
import { DriverDocument } from "../shapes.ts";

export const reviewDocument = defineOperation({
  name: "driverinfoDocumentReview",
  summary: "Review a document of a driver",
  access: { scopes: ["drivers:write"] },
  rest: { method: "PATCH", path: "/api/v1/driverinfo/{driver_id}/documents/{document_id}" },
  input: Type.Object({
    driver_id: Ref("driver"),
    document_id: Ref("document"),
    status: StringEnum(["accepted", "refused"]),
    note: Type.Optional(Type.String({ maxLength: 500 })),
    expires_date: Type.Optional(Nullable(CalendarDate)),
  }),
  output: Type.Object({ result: Type.Boolean(), document: DriverDocument }),
  refusals: { already_reviewed: "conflict" },

  async run(context, { driver_id, document_id, status, note, expires_date }) {
    const { actor, business, now, emit, refuse } = context;
    const document = await DriverDocumentRecord.lock(context, document_id);
    if (document?.driver_id !== driver_id) throw refuse("not_found", { message: messages.unknown_document });
    if (document.status !== "submitted")
      throw refuse("already_reviewed", { message: messages.already_reviewed });
    const after = await DriverDocumentRecord.change(context, document, {
      status,
      review_note: note ?? null,
      expires_date: expires_date === undefined ? document.expires_date : expires_date,
      reviewed_by: actor.account_id,
      reviewed_at: now.toISOString(),
    });
    emit({
      subject: { type: "driver_document", id: document_id },
      kind: status === "accepted" ? "driver.document_accepted" : "driver.document_refused",
      payload: { driver_id, kind: document.kind, expires_date: after.expires_date },
      before: { status: document.status, expires_date: document.expires_date },
      after: { status, expires_date: after.expires_date },
    });
    return {
      result: true,
      document: buildDocumentView(after, toLocalDate(now, business.time_zone)),
    };
  },
});
