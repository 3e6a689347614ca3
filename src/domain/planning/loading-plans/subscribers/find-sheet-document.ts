/** The loading sheet that is issued again is drawn from the plan as it is now. */
import { documentContentsRequested } from "#domain/files/documents/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { getPlan } from "../records/loading-plan.ts";
import { buildSheetDocument } from "../sheet-document.ts";
import { template } from "../template.ts";

export const findSheetDocument = subscribe(
  documentContentsRequested,
  async (context, { kind, subject_id }) =>
    kind === template.kind ? buildSheetDocument(context, await getPlan(context, subject_id)) : null,
);
