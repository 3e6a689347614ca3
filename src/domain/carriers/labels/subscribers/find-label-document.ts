/** A label that is issued again is drawn from its order as it is now. */
import { documentContentsRequested } from "#domain/files/documents/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { findLabelDocument } from "../issue-label.ts";

export const findLabelContents = subscribe(documentContentsRequested, findLabelDocument);
