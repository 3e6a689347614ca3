/**
 * Give somebody who waits a slot at the desk, whoever waits before: what is free of a slot that has begun is offered to nobody, and
 * goes to whom staff choose.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { convertEntry } from "../accept.ts";
import { getSlot, SLOT_REFUSALS, takeSlot } from "../booking.ts";
import { messages } from "../messages.ts";
import { answerReservation } from "../present.ts";
import { lockWaitlist } from "../records/bookable.ts";
import { addPlaces, SlotRecord } from "../records/slot.ts";
import { EntryRecord, findOpenOffer } from "../records/waitlist.ts";
import { ReservationAnswer } from "../shapes.ts";
import { changeEntry, closeOffer, offerFreePlaces, returnOfferedPlaces } from "../waitlist.ts";

export const convertWaitlistEntry = defineOperation({
  name: "waitlistEntryConvert",
  summary: "Reserve for somebody who waits",
  access: { scopes: ["reservations:write"] },
  rest: { method: "POST", path: "/api/v1/reservations/waitlist/{entry_id}/convert" },
  localised: true,
  input: Type.Object({ entry_id: Ref("waitlist_entry"), starts_at: Timestamp }),
  output: Type.Object({ ...ReservationAnswer.properties, reservation_id: Ref("reservation") }),
  refusals: { ...SLOT_REFUSALS, entry_status: "conflict" },

  async run(context, { entry_id, starts_at }) {
    const { refuse } = context;
    const { bookable_id } = await EntryRecord.get(context, entry_id);
    const bookable = await lockWaitlist(context, bookable_id);
    const offer = await findOpenOffer(context, entry_id);
    const entry = await EntryRecord.getLocked(context, entry_id);
    context.expectVersion(entry.version);
    if (entry.status !== "WAITING" && entry.status !== "OFFERED")
      throw refuse("entry_status", { message: messages.entry_status, values: { status: entry.status } });
    const { places } = entry;
    const times = getSlot(context as never, bookable, {
      starts_at: new Date(starts_at),
      places,
      at_desk: true,
    });
    if (offer !== undefined) {
      const slot = await SlotRecord.getLocked(context, offer.slot_id);
      // Its own places count as free for it, and for nobody else before it has what it gets.
      if (offer.is_exclusive) await addPlaces(context, slot.id, { taken: -places });
      await closeOffer(
        context as never,
        bookable,
        { offer, entry, slot },
        { offer_status: "WITHDRAWN", entry_status: "CONVERTED" },
      );
    } else await changeEntry(context as never, entry, "CONVERTED");
    const slot = await takeSlot(context as never, bookable, times, places);
    if (offer?.is_exclusive === false) await returnOfferedPlaces(context as never, bookable, offer);
    else if (offer !== undefined && offer.slot_id !== slot.id)
      await offerFreePlaces(context as never, bookable, await SlotRecord.getLocked(context, offer.slot_id));
    const { row } = await convertEntry(context as never, bookable, slot, entry, "desk");
    return { ...(await answerReservation(context, row.id)), reservation_id: row.id };
  },
});
