/** Takes somebody off the waitlist, who wants no place any more or whom the desk removes. */
import type { Context } from "#operation/define/context.ts";
import { lockWaitlist } from "./records/bookable.ts";
import { EntryRecord, type EntryRow, findOpenOffer } from "./records/waitlist.ts";
import { leaveWaitlist } from "./waitlist.ts";

/** False where it did not wait any more. `check` may refuse the locked entry. */
export async function removeEntry(
  context: Context<never>,
  id: number,
  check: (entry: EntryRow) => void = () => {},
): Promise<boolean> {
  const { bookable_id } = await EntryRecord.get(context, id);
  const bookable = await lockWaitlist(context, bookable_id);
  const offer = await findOpenOffer(context, id);
  const entry = await EntryRecord.getLocked(context, id);
  check(entry);
  if (entry.status !== "WAITING" && entry.status !== "OFFERED") return false;
  await leaveWaitlist(context, bookable, entry, offer, { offer_status: "WITHDRAWN", entry_status: "LEFT" });
  return true;
}
