import { defineSearch, id, page, text } from "../../../parts/search-params.ts";

export interface DocumentsSearch {
  /** A kind of record: "order". */
  subject?: string;
  subject_id?: number;
  page?: number;
}

export const readDocumentsSearch = defineSearch<DocumentsSearch>({
  subject: text(60),
  subject_id: id(),
  page: page(),
});
