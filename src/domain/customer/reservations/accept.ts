/** An entry of a locked bookable becomes a reservation. */
import type { Context } from "#operation/define/context.ts";
import { advanceHold, insertHold } from "./booking.ts";
import { confirmReservation } from "./change.ts";
import { addManageLink } from "./links.ts";
import type { BookableRow } from "./records/bookable.ts";
import type { ReservationRow } from "./records/reservation.ts";
import type { SlotRow } from "./records/slot.ts";
import { ENTRY, type EntryRow } from "./records/waitlist.ts";

/** The places are taken from the counter of the slot already, by the offer or by the desk. */
export async function convertEntry(
  context: Context<never>,
  bookable: BookableRow,
  slot: SlotRow,
  entry: EntryRow,
  by: "guest" | "desk",
): Promise<{ row: ReservationRow; token: string }> {
  const { guest_name, guest_email, guest_phone, guest_language, guest_note, form, places } = entry;
  const hold = await insertHold(context, bookable, {
    slot,
    places,
    source: by === "guest" ? "waitlist" : "desk",
    guest: { guest_name, guest_email, guest_phone, guest_language, guest_note, form },
    language: guest_language,
    entry_id: entry.id,
    // The link of the offer was sent to the contact.
    contact_verified: by === "guest",
  });
  const { row, token } = await addManageLink(context, hold, slot.ends_at);
  context.emit({
    subject: { type: ENTRY, id: entry.id },
    kind: "waitlist.converted",
    payload: { bookable_id: bookable.id, places, status: "CONVERTED", reservation_id: row.id },
    before: { status: entry.status },
    after: { status: "CONVERTED" },
  });
  const after =
    by === "guest"
      ? await advanceHold(context, bookable, slot, row)
      : await confirmReservation(context, bookable, slot, row);
  return { row: after, token };
}
