/** Issued documents with their current versions, the newest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { DOCUMENT_COLUMNS, Document } from "../shapes.ts";

export const listDocuments = defineOperation({
  name: "documents",
  summary: "List issued documents",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["documents:read"] },
  rest: { method: "GET", path: "/api/v1/documents" },
  input: Type.Object({
    ...PageInput,
    kind: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
    subject_type: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
    subject_id: Type.Optional(Id),
  }),
  output: Type.Object({ ...PageOutput, documents: Type.Array(Document) }),

  async run({ db, business_id }, input) {
    const { page, per_page, offset } = readPaging(input);
    const found = `from document d where d.business_id = $1 and ($2::text is null or d.kind = $2)
       and ($3::text is null or d.subject_type = $3) and ($4::bigint is null or d.subject_id = $4)`;
    const values = [business_id, input.kind ?? null, input.subject_type ?? null, input.subject_id ?? null];
    const [documents, counted] = await Promise.all([
      db.rows<Type.Static<typeof Document>>(
        `select ${DOCUMENT_COLUMNS}
           from (select d.* ${found} order by d.id desc limit $5 offset $6) d
           join document_version v on v.business_id = d.business_id and v.document_id = d.id and v.version = d.version
          order by d.id desc`,
        [...values, per_page, offset],
      ),
      db.row<{ n: number }>(`select count(*) as n ${found}`, values),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, documents };
  },
});
