/** Move the reservation of a link to another slot, or change its places, until the cut-off. */
import Type from "typebox";
import { linkTokenMember } from "#operation/caller/content-links.ts";
import { getLinkedId } from "#operation/caller/link.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Timestamp } from "#vocabulary/basics.ts";
import { getSlot, moveReservation, SLOT_REFUSALS } from "../booking.ts";
import { MANAGE_OPERATIONS } from "../links.ts";
import { messages } from "../messages.ts";
import { answerManaged } from "../present.ts";
import { lockWaitlist } from "../records/bookable.ts";
import { RESERVATION, ReservationRecord } from "../records/reservation.ts";
import { SlotRecord } from "../records/slot.ts";
import { canMove } from "../rules.ts";
import { ManagedAnswer, Places } from "../shapes.ts";

export const moveManagedReservation = defineOperation({
  name: MANAGE_OPERATIONS.move,
  summary: "Move the reservation of a link",
  access: { roles: [], scopes: [], link: RESERVATION },
  rest: { method: "PATCH", path: "/api/v1/reservations/public/manage/{link}", link_in_path: true },
  localised: true,
  limit: { name: "reservation_manage", per_s: 0.5, burst: 30 },
  input: Type.Object({
    ...linkTokenMember,
    starts_at: Type.Optional(Timestamp),
    places: Type.Optional(Places),
  }),
  output: ManagedAnswer,
  refusals: { ...SLOT_REFUSALS, wrong_status: "conflict", past_cutoff: "conflict" },

  async run(context, { starts_at, places }) {
    const { now, refuse } = context;
    const row = await ReservationRecord.getLocked(context, getLinkedId(context.actor, RESERVATION));
    const bookable = await lockWaitlist(context, row.bookable_id);
    const current_slot = await SlotRecord.get(context, row.slot_id);
    if (row.status !== "CONFIRMED")
      throw refuse("wrong_status", { message: messages.wrong_status, values: { status: row.status } });
    if (!canMove(bookable, { ...row, ...current_slot, status: row.status }, now))
      throw refuse("past_cutoff", { message: messages.past_cutoff });
    const request = {
      starts_at: new Date(starts_at ?? current_slot.starts_at),
      places: places ?? row.places,
      at_desk: false,
    };
    const is_same = request.starts_at.getTime() === Date.parse(current_slot.starts_at);
    if (is_same && request.places === row.places) return answerManaged(context, row.id);
    // Fewer places of the same slot need no lead time.
    const slot =
      is_same && request.places < row.places
        ? { starts_at: new Date(current_slot.starts_at), ends_at: new Date(current_slot.ends_at) }
        : getSlot(context as never, bookable, request);
    await moveReservation(context as never, row, bookable, { slot, places: request.places });
    return answerManaged(context, row.id);
  },
});
