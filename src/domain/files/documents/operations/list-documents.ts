/** Issued documents with their current versions, the newest first. A customer asks for those of one of its records. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { Id } from "#vocabulary/basics.ts";
import { NoRef } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { checkReader, READERS } from "../readers.ts";
import { DOCUMENT_COLUMNS, Document } from "../shapes.ts";

export const listDocuments = defineList({
  name: "documents",
  summary: "List issued documents",
  description:
    "For customers: those of one of their orders, labels, ship-outs or other records, which `subject_type` and `subject_id` name.",
  access: { roles: READERS, scopes: ["documents:read"] },
  rest: { method: "GET", path: "/api/v1/documents" },
  filters: {
    kind: filter(Type.String({ minLength: 1, maxLength: 60 })),
    subject_type: filter(Type.String({ minLength: 1, maxLength: 60 })),
    subject_id: filter(NoRef("of the type that subject_type says", Id)),
  },
  rows: { documents: Type.Array(Document) },
  async values(context, { subject_type, subject_id }) {
    if (subject_type !== undefined && subject_id !== undefined)
      await checkReader(context as never, { type: subject_type, id: subject_id });
    else if (context.actor.role === "customer")
      throw context.refuse("invalid_request", {
        message: messages.which_record,
        errors: [
          { field: subject_type === undefined ? "subject_type" : "subject_id", message: fields.required },
        ],
      });
    return {};
  },
  from: "document d",
  extend: (page) => `select ${DOCUMENT_COLUMNS} from (${page}) d
    join document_version v on v.business_id = d.business_id and v.document_id = d.id and v.version = d.version
    order by d.id desc`,
  order: "d.id desc",
});
