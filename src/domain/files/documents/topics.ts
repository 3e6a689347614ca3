/** What documents need of the families whose records they are about. */
import { defineTopic } from "#operation/define/topic.ts";
import type { DocumentRequest } from "./draw-version.ts";

/** A document is to be issued again: the family that issues this kind answers what is in it now, the others null. */
export const documentContentsRequested = defineTopic<
  { kind: string; subject_type: string; subject_id: number },
  DocumentRequest<unknown> | null
>("document.contents_requested");
