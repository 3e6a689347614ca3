/** Cancel the reservation of a link, until its slot begins. A deposit goes back until the cut-off. */
import Type from "typebox";
import { linkTokenMember } from "#operation/caller/content-links.ts";
import { getLinkedId } from "#operation/caller/link.ts";
import { defineOperation } from "#operation/define/define.ts";
import { endReservation } from "../booking.ts";
import { MANAGE_OPERATIONS } from "../links.ts";
import { messages } from "../messages.ts";
import { answerManaged } from "../present.ts";
import { RESERVATION, ReservationRecord } from "../records/reservation.ts";
import { SlotRecord } from "../records/slot.ts";
import { canCancel } from "../rules.ts";
import { ManagedAnswer } from "../shapes.ts";

export const cancelManagedReservation = defineOperation({
  name: MANAGE_OPERATIONS.cancel,
  summary: "Cancel the reservation of a link",
  access: { roles: [], scopes: [], link: RESERVATION },
  rest: { method: "DELETE", path: "/api/v1/reservations/public/manage/{link}", link_in_path: true },
  localised: true,
  limit: { name: "reservation_manage", per_s: 0.5, burst: 30 },
  input: Type.Object(linkTokenMember),
  output: ManagedAnswer,
  refusals: { wrong_status: "conflict", already_begun: "conflict" },

  async run(context) {
    const { now, refuse } = context;
    const row = await ReservationRecord.getLocked(context, getLinkedId(context.actor, RESERVATION));
    // Cancelled already: whoever sends it again has what was asked for.
    if (row.status === "CANCELLED") return answerManaged(context, row.id);
    const { starts_at, ends_at } = await SlotRecord.get(context, row.slot_id);
    if (row.status !== "CONFIRMED" && row.status !== "REQUESTED")
      throw refuse("wrong_status", { message: messages.wrong_status, values: { status: row.status } });
    if (row.status === "CONFIRMED" && !canCancel({ ...row, starts_at, ends_at }, now))
      throw refuse("already_begun", { message: messages.already_begun });
    await endReservation(context as never, row, "guest");
    return answerManaged(context, row.id);
  },
});
