/** Nothing was free while somebody waited. */
import { defineDue } from "#operation/define/due.ts";
import { lockWaitlist } from "../records/bookable.ts";
import { EntryRecord } from "../records/waitlist.ts";
import { ENTRY_END, leaveWaitlist } from "../waitlist.ts";

export const endEntry = defineDue({
  kind: ENTRY_END,

  async run(context, { subject }) {
    const unlocked = await EntryRecord.find(context, Number(subject));
    if (unlocked === undefined) return;
    const bookable = await lockWaitlist(context, unlocked.bookable_id);
    const entry = await EntryRecord.getLocked(context, unlocked.id);
    // An offer that is open has an end of its own.
    if (entry.status === "WAITING")
      await leaveWaitlist(context, bookable, entry, undefined, {
        offer_status: "LAPSED",
        entry_status: "LAPSED",
      });
  },
});
