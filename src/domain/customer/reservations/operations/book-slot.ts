/**
 * Hold places of a slot for ten minutes. With a contact, and where nothing else is asked for, the hold is confirmed at once. The
 * answer alone has the token of the link by which its guest confirms, moves and cancels it.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Timestamp } from "#vocabulary/basics.ts";
import { advanceHold, BOOKING_REFUSALS, getSlot, insertHold, takeSlot } from "../booking.ts";
import { chooseGuestLanguage, GUEST_REFUSALS, readGuest } from "../guest.ts";
import { addManageLink, buildManageUrl } from "../links.ts";
import { answerManaged } from "../present.ts";
import { getOfferedBookable, shareBookable } from "../records/bookable.ts";
import { BookableCode, ClientCode, guestMembers, ManagedAnswer, Places } from "../shapes.ts";

export const bookSlot = defineOperation({
  name: "reservationBook",
  summary: "Reserve places of a slot",
  description:
    "Without a contact the places are held for ten minutes; reservationManagedConfirm gives it. With one, `missing` says what else is needed.",
  destructive: false,
  access: { public: true, ignores_token: true },
  rest: { method: "POST", path: "/api/v1/reservations/public/{clientCode}/{bookable}", status: 201 },
  secret_answer: true,
  localised: true,
  limit: { name: "reservation_book", per_s: 0.1, burst: 10 },
  input: Type.Object({
    clientCode: ClientCode,
    bookable: BookableCode,
    starts_at: Timestamp,
    places: Type.Optional({ ...Places, default: 1 }),
    ...guestMembers,
  }),
  output: Type.Object({
    ...ManagedAnswer.properties,
    manage_token: Type.String({
      "x-secret": true,
      description: "Of the link of the reservation; shown once.",
    }),
    manage_url: Type.String({ "x-secret": true, description: "The page of the guest, with the token." }),
  }),
  refusals: { ...BOOKING_REFUSALS, ...GUEST_REFUSALS },
  tenant: (system_queries, { clientCode }) => system_queries.findBusinessOfCode(clientCode),

  async run(context, { bookable: code, starts_at, places = 1, ...input }) {
    const { settings } = context;
    const offered = await getOfferedBookable(context, code);
    const bookable = await shareBookable(context, offered.id);
    const has_contact = input.guest_name !== undefined;
    const contact = bookable.verified_contact === "none" ? "any" : bookable.verified_contact;
    const guest = has_contact
      ? readGuest(context as never, input, { form_fields: bookable.form_fields, contact })
      : null;
    const times = getSlot(context as never, bookable, {
      starts_at: new Date(starts_at),
      places,
      at_desk: false,
    });
    const slot = await takeSlot(context as never, bookable, times, places);
    const hold = await insertHold(context as never, bookable, {
      slot,
      places,
      source: "public",
      guest,
      language: chooseGuestLanguage(context, input.guest_language),
    });
    const { row, token } = await addManageLink(context as never, hold, slot.ends_at);
    await advanceHold(context as never, bookable, slot, row);
    return {
      ...(await answerManaged(context, row.id)),
      manage_token: token,
      manage_url: buildManageUrl(settings.base_url, token),
    };
  },
});
