/** Give a hold what is missing: contact and form, the code that was sent. It is confirmed when nothing is missing any more. */
import Type from "typebox";
import { linkTokenMember } from "#operation/caller/content-links.ts";
import { getLinkedId } from "#operation/caller/link.ts";
import { defineOperation } from "#operation/define/define.ts";
import { advanceHold } from "../booking.ts";
import { changeReservation } from "../change.ts";
import { CODE_REFUSALS, checkContactCode } from "../contact-code.ts";
import { GUEST_REFUSALS, readGuest } from "../guest.ts";
import { MANAGE_OPERATIONS } from "../links.ts";
import { messages } from "../messages.ts";
import { answerManaged } from "../present.ts";
import { shareBookable } from "../records/bookable.ts";
import { RESERVATION, ReservationRecord } from "../records/reservation.ts";
import { SlotRecord } from "../records/slot.ts";
import { isOpenHold } from "../rules.ts";
import { guestMembers, ManagedAnswer } from "../shapes.ts";

export const confirmManagedReservation = defineOperation({
  name: MANAGE_OPERATIONS.confirm,
  summary: "Confirm the reservation of a link",
  destructive: false,
  access: { roles: [], scopes: [], link: RESERVATION },
  rest: { method: "POST", path: "/api/v1/reservations/public/manage/{link}/confirm", link_in_path: true },
  localised: true,
  limit: { name: "reservation_manage", per_s: 0.5, burst: 30 },
  input: Type.Object({
    ...linkTokenMember,
    ...guestMembers,
    code: Type.Optional(
      Type.String({ minLength: 4, maxLength: 20, description: "That was sent to the contact." }),
    ),
  }),
  output: ManagedAnswer,
  refusals: { hold_expired: "conflict", ...CODE_REFUSALS, ...GUEST_REFUSALS },

  async run(context, { code, link: _link, ...input }) {
    const { now, refuse } = context;
    const locked_row = await ReservationRecord.getLocked(context, getLinkedId(context.actor, RESERVATION));
    // Confirmed already: whoever sends it again has what was asked for.
    if (locked_row.status === "CONFIRMED") return answerManaged(context, locked_row.id);
    if (!isOpenHold(locked_row, now)) throw refuse("hold_expired", { message: messages.hold_expired });
    const bookable = await shareBookable(context, locked_row.bookable_id);
    const slot = await SlotRecord.get(context, locked_row.slot_id);
    let row = locked_row;
    const is_proved = locked_row.contact_verified_at !== null;
    if (input.guest_name !== undefined && !is_proved) {
      const contact = bookable.verified_contact === "none" ? "any" : bookable.verified_contact;
      const guest = readGuest(context as never, input, { form_fields: bookable.form_fields, contact });
      const is_other = guest.guest_email !== row.guest_email || guest.guest_phone !== row.guest_phone;
      row = await changeReservation(
        context as never,
        row,
        slot,
        // A code that was sent to another contact proves nothing of this one.
        { ...guest, ...(is_other ? { contact_code_hash: null } : {}) },
        "reservation.changed",
      );
    }
    if (code !== undefined && !is_proved && bookable.verified_contact !== "none") {
      row = await checkContactCode(context, row, code);
      if (row.contact_verified_at === null)
        return refuse("code_wrong", {
          message: messages.code_wrong,
          errors: [{ field: "code", message: messages.code_wrong }],
        });
    }
    await advanceHold(context as never, bookable, slot, row);
    return answerManaged(context, row.id);
  },
});
