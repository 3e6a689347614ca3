/** Who waits, in the order in which places are offered; who does not wait any more, the latest first, by status. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildEntry, ENTRIES, type EntryView } from "../present.ts";
import { ENTRY_STATUSES } from "../rules.ts";
import { WaitlistEntry } from "../shapes.ts";

export const listWaitlist = defineList({
  name: "waitlist",
  summary: "List who waits for a place",
  access: { scopes: ["reservations:read"] },
  rest: { method: "GET", path: "/api/v1/reservations/waitlist" },
  localised: true,
  filters: {
    bookable_id: filter(Ref("bookable"), "e.bookable_id = $bookable_id"),
    status: filter(StringEnum(ENTRY_STATUSES), "e.status = $status"),
  },
  rows: { entries: Type.Array(WaitlistEntry) },
  from: "waitlist_entry e",
  select: ENTRIES,
  order:
    "e.status not in ('WAITING', 'OFFERED'), case when e.status in ('WAITING', 'OFFERED') then e.id end, e.id desc",
  build: (row: EntryView) => buildEntry(row),
});
