/** Reservations of compartments: the business sees all, customers theirs, drivers and contractors those that they made. */
import Type from "typebox";
import { defineList, filter, indexed } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { byId } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { buildReservation } from "../present.ts";
import { getReservationOwner, RESERVATIONS } from "../records/reservation.ts";
import { PURPOSES, RESERVATION_STATUSES } from "../rules.ts";
import { Reservation } from "../shapes.ts";

export const listLockerReservations = defineList({
  name: "lockerReservations",
  summary: "List reservations of compartments",
  access: { roles: TENANT_ROLES, scopes: ["lockers:use"] },
  rest: { method: "GET", path: "/api/v1/lockers/reservations" },
  filters: {
    locker_id: indexed(Ref("locker_device"), "r.device_id = $locker_id::bigint"),
    compartment_id: filter(Ref("locker_compartment"), "r.compartment_id = $compartment_id::bigint"),
    status: filter(StringEnum(RESERVATION_STATUSES), "r.status = $status"),
    purpose: filter(StringEnum(PURPOSES), "r.purpose = $purpose"),
  },
  rows: { reservations: Type.Array(Reservation, { description: "Newest first." }) },
  from: "locker_reservation r",
  select: RESERVATIONS,
  where: ["r.customer_id = $customer_id", "r.account_id = $account_id"],
  order: byId("r.id"),
  values: (context) => {
    const { customer_id, account_id } = getReservationOwner(context);
    return { customer_id: customer_id ?? undefined, account_id: account_id ?? undefined };
  },
  build: buildReservation,
});
