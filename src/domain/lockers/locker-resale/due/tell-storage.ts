/** The time to take an item back is over: its storage begins to cost. */
import { defineDue } from "#operation/define/due.ts";
import { STORAGE_START } from "../change.ts";
import { tellStorageBegan } from "../notify.ts";
import { HandoverRecord } from "../records/handover.ts";

export const tellStorage = defineDue({
  kind: STORAGE_START,

  async run(context, { subject }) {
    const row = await HandoverRecord.lock(context, Number(subject));
    if (row?.status !== "RETURN_TO_SELLER" && row?.status !== "EXPIRED") return;
    if (row.storage_from === null || Date.parse(row.storage_from) > context.now.getTime()) return;
    await tellStorageBegan(context, row);
  },
});
