/** The time to collect an item ends soon. */
import { defineDue } from "#operation/define/due.ts";
import { COLLECT_REMINDER } from "../change.ts";
import { tellReady } from "../notify.ts";
import { HandoverRecord } from "../records/handover.ts";

export const remindBuyer = defineDue({
  kind: COLLECT_REMINDER,

  async run(context, { subject }) {
    const row = await HandoverRecord.lock(context, Number(subject));
    if (row?.status !== "CODE_ISSUED" && row?.status !== "INSPECTED") return;
    if (row.ends_at === null || Date.parse(row.ends_at) <= context.now.getTime()) return;
    await tellReady(context, row, "reminder", row.ends_at);
  },
});
