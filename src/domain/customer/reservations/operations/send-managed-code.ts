/** Send another code to the contact of a hold. */
import Type from "typebox";
import { linkTokenMember } from "#operation/caller/content-links.ts";
import { getLinkedId } from "#operation/caller/link.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CODE_REFUSALS, sendContactCode } from "../contact-code.ts";
import { MANAGE_OPERATIONS } from "../links.ts";
import { messages } from "../messages.ts";
import { answerManaged } from "../present.ts";
import { shareBookable } from "../records/bookable.ts";
import { RESERVATION, ReservationRecord } from "../records/reservation.ts";
import { findMissing, isOpenHold } from "../rules.ts";
import { ManagedAnswer } from "../shapes.ts";

export const sendManagedCode = defineOperation({
  name: MANAGE_OPERATIONS.code,
  summary: "Send a code to the contact of a reservation",
  destructive: false,
  access: { roles: [], scopes: [], link: RESERVATION },
  rest: { method: "POST", path: "/api/v1/reservations/public/manage/{link}/code", link_in_path: true },
  localised: true,
  limit: { name: "reservation_code", per_s: 0.05, burst: 6 },
  input: Type.Object(linkTokenMember),
  output: ManagedAnswer,
  refusals: { hold_expired: "conflict", code_not_asked: "conflict", ...CODE_REFUSALS },

  async run(context) {
    const { now, refuse } = context;
    const row = await ReservationRecord.getLocked(context, getLinkedId(context.actor, RESERVATION));
    if (row.status === "REQUESTED" && !isOpenHold(row, now))
      throw refuse("hold_expired", { message: messages.hold_expired });
    const bookable = await shareBookable(context, row.bookable_id);
    if (row.status !== "REQUESTED" || findMissing(bookable, row) !== "contact_code")
      throw refuse("code_not_asked", { message: messages.code_not_asked });
    await sendContactCode(context as never, bookable, row);
    return answerManaged(context, row.id);
  },
});
