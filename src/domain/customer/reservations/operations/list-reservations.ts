/** Reservations, the latest slot first. */
import Type from "typebox";
import { defineList, filter, search } from "#operation/define/list.ts";
import { StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildReservation } from "../present.ts";
import { RESERVATIONS, type ReservationView } from "../records/reservation.ts";
import { RESERVATION_STATUSES } from "../rules.ts";
import { Reservation } from "../shapes.ts";

export const listReservations = defineList({
  name: "reservations",
  summary: "List reservations",
  access: { scopes: ["reservations:read"] },
  rest: { method: "GET", path: "/api/v1/reservations" },
  localised: true,
  filters: {
    bookable_id: filter(Ref("bookable"), "r.bookable_id = $bookable_id"),
    status: filter(StringEnum(RESERVATION_STATUSES), "r.status = $status"),
    from: filter({ ...Timestamp, description: "Slots that begin then or later." }, "s.starts_at >= $from"),
    to: filter({ ...Timestamp, description: "Slots that begin before." }, "s.starts_at < $to"),
    q: search("r.id", "search_reservations", "Part of a code or the name of a guest."),
  },
  rows: { reservations: Type.Array(Reservation) },
  from: `reservation r join bookable_slot s on s.business_id = r.business_id and s.id = r.slot_id`,
  select: RESERVATIONS,
  order: "s.starts_at desc, r.id desc",
  build: (row: ReservationView, context) => buildReservation(context, row),
});
