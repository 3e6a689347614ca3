/** The time is over in which all who wait could accept a place. */
import { defineDue } from "#operation/define/due.ts";
import { lockWaitlist } from "../records/bookable.ts";
import { SlotRecord } from "../records/slot.ts";
import { endPool as end, POOL_END } from "../waitlist.ts";

export const endPool = defineDue({
  kind: POOL_END,

  async run(context, { subject }) {
    const slot = await SlotRecord.find(context, Number(subject));
    if (slot === undefined) return;
    await end(context, await lockWaitlist(context, slot.bookable_id), slot.id);
  },
});
