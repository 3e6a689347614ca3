/** Issued documents. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { DocumentsInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

export type { Document } from "../../../../packages/client/client.gen.ts";

export const documentsQuery = (filters: DocumentsInput) =>
  queryOptions({
    queryKey: ["documents", filters],
    meta: { live: ["document"] },
    queryFn: ({ signal }) => client.documents(filters, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });

/** Its current version, as a file. */
export async function readFile(document_id: number): Promise<{ name: string; content: Blob }> {
  const { name, content_base64 } = await client.document({ document_id });
  const bytes = Uint8Array.from(atob(content_base64), (letter) => letter.charCodeAt(0));
  return { name, content: new Blob([bytes], { type: "application/pdf" }) };
}
