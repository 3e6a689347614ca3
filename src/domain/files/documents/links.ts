/** Links to documents: each opens the one version that it was made for. */
import type { Context } from "#operation/define/context.ts";
import { getCurrentVersion } from "./records/document.ts";

export const LINK_SUBJECT = "document";
export const OPENED_BY = { name: "documentShared", path: "/api/v1/shared/documents/{link}" } as const;

const buildLinkedId = (document_id: number, version: number) => `${document_id}/${version}`;

export function parseLinkedId(subject_id: string): { document_id: number; version: number } {
  const [document_id = 0, version = 0] = subject_id.split("/").map(Number);
  return { document_id, version };
}

/** The ids of links to any of its versions. Refuses `not_found`. */
export async function listLinkedIds(
  context: Pick<Context, "db" | "business_id" | "refuse">,
  document_id: number,
): Promise<string[]> {
  const current = await getCurrentVersion(context, document_id);
  return Array.from({ length: current }, (_one, index) => buildLinkedId(document_id, index + 1));
}
