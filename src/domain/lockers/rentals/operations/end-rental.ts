/**
 * A renter ends a rental at the kiosk. Before anything was put in it is cancelled, and what was paid is returned; after it,
 * the door is opened, and the rental ends when the locker reports that the compartment is empty.
 */
import Type from "typebox";
import { CALLING_REFUSALS } from "#domain/lockers/devices/public.ts";
import {
  findReservationTarget,
  REQUEST_REFUSALS,
  releaseReservation,
  tryToOpen,
} from "#domain/lockers/lockers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { chargeOverdue, recordPayment } from "../charges.ts";
import { buildKioskRental, KioskRental, lockKioskRental, PaymentInput } from "../kiosk.ts";
import { messages } from "../messages.ts";
import { RentalRecord } from "../records/storage-rental.ts";
import { OPEN_STATES } from "../rules.ts";

export const endRental = defineOperation({
  name: "endStorageRental",
  summary: "End a rental at a kiosk",
  description: "What is not paid does not keep the door shut: a bag is no pledge.",
  access: { device: true, roles: [], scopes: [] },
  rest: { method: "POST", path: "/api/v1/device-operations/rentals/{rental_id}/end" },
  limit: { name: "device_messages", per_s: 5, burst: 100 },
  input: Type.Object({ rental_id: Ref("rental"), payment: Type.Optional(PaymentInput) }),
  output: Type.Object({
    result: Type.Boolean(),
    rental_id: Ref("rental"),
    rental: KioskRental,
    command_id: Nullable(Ref("locker_command")),
  }),
  refusals: {
    ...CALLING_REFUSALS,
    ...REQUEST_REFUSALS,
    rental_ended: "conflict",
    bags_with_staff: "conflict",
  },

  async run(context, { rental_id, payment }) {
    const { rental: locked } = await lockKioskRental(context, rental_id);
    if (locked.is_relayed && OPEN_STATES.includes(locked.state))
      throw context.refuse("bags_with_staff", { message: messages.bags_with_staff });
    const paid = payment === undefined ? locked : await recordPayment(context, locked, payment);
    const target =
      paid.reservation_id === null || !OPEN_STATES.includes(paid.state)
        ? undefined
        : await findReservationTarget(context, paid.reservation_id);
    let command_id: number | null = null;
    if (target?.reservation.status === "HELD") {
      await releaseReservation(context, target);
    } else if (target !== undefined) {
      await chargeOverdue(context, paid);
      const command = await tryToOpen(context, target, "collect", "rental ended at the kiosk");
      // Where the locker is not connected, or opens already, the renter's code opens it.
      command_id = typeof command === "string" ? null : command.id;
    }
    const rental = (await RentalRecord.lock(context, rental_id)) ?? paid;
    return { result: true, rental_id, rental: await buildKioskRental(context, rental), command_id };
  },
});
