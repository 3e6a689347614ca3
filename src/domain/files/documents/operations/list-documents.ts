/** Issued documents with their current versions, the newest first. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { Id } from "#vocabulary/basics.ts";
import { NoRef } from "#vocabulary/ref.ts";
import { DOCUMENT_COLUMNS, Document } from "../shapes.ts";

export const listDocuments = defineList({
  name: "documents",
  summary: "List issued documents",
  access: { scopes: ["documents:read"] },
  rest: { method: "GET", path: "/api/v1/documents" },
  filters: {
    kind: filter(Type.String({ minLength: 1, maxLength: 60 })),
    subject_type: filter(Type.String({ minLength: 1, maxLength: 60 })),
    subject_id: filter(NoRef("of the type that subject_type says", Id)),
  },
  rows: { documents: Type.Array(Document) },
  from: "document d",
  extend: (page) => `select ${DOCUMENT_COLUMNS} from (${page}) d
    join document_version v on v.business_id = d.business_id and v.document_id = d.id and v.version = d.version
    order by d.id desc`,
  order: "d.id desc",
});
