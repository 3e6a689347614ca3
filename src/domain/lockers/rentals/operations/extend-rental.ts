/**
 * A kiosk books more time for a rental. It goes on where the booked time ends, or where the last period ends that is
 * charged beyond it, at the prices of its start.
 */
import Type from "typebox";
import { CALLING_REFUSALS } from "#domain/lockers/devices/public.ts";
import { extendReservation, findReservationTarget } from "#domain/lockers/lockers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import {
  chargeOverdue,
  isPriceHidden,
  loadRentalPrices,
  PAYMENT_REFUSALS,
  requirePayment,
} from "../charges.ts";
import {
  buildKioskRental,
  ExpectedPrice,
  KioskRental,
  lockKioskRental,
  PaymentInput,
  RequestId,
  requireOpen,
} from "../kiosk.ts";
import { messages } from "../messages.ts";
import { recordRentalEvent } from "../record-event.ts";
import {
  HOLD_AFTER_MS,
  RENTAL_ENDING,
  RENTAL_NO_SHOW,
  RENTAL_OVERDUE,
  RentalRecord,
} from "../records/storage-rental.ts";
import { computeReminder, countPeriods, listChargedPeriods } from "../rules.ts";

export const extendRental = defineOperation({
  name: "extendStorageRental",
  summary: "Extend a rental at a kiosk",
  access: { device: true, roles: [], scopes: [] },
  rest: { method: "POST", path: "/api/v1/device-operations/rentals/{rental_id}/extend" },
  limit: { name: "device_messages", per_s: 5, burst: 100 },
  input: Type.Object({
    rental_id: Ref("rental"),
    request_id: RequestId,
    hours: Type.Integer({ minimum: 1, maximum: 8760 }),
    price_minor: ExpectedPrice,
    payment: Type.Optional(PaymentInput),
  }),
  output: Type.Object({ result: Type.Boolean(), rental_id: Ref("rental"), rental: KioskRental }),
  refusals: {
    ...CALLING_REFUSALS,
    ...PAYMENT_REFUSALS,
    rental_ended: "conflict",
    hours_max: "invalid",
    price_changed: "conflict",
  },

  async run(context, { rental_id, request_id, hours, price_minor, payment }) {
    const { now, business, refuse, due, emit } = context;
    const { rental: locked } = await lockKioskRental(context, rental_id);
    if (locked.charges.some((charge) => charge.request_id === request_id))
      return { result: true, rental_id, rental: await buildKioskRental(context, locked) };
    requireOpen(context, locked);
    const hours_max = business.settings.storage_rental_hours_max;
    if (hours > hours_max)
      throw refuse("hours_max", { message: messages.hours_max, values: { hours: hours_max } });
    const rental = await chargeOverdue(context, locked);
    const { charges, booked_periods, overdue_periods: overdue, currency } = rental;
    const period_h = rental.period_h ?? business.settings.storage_rental_period_h;
    const ends_at = listChargedPeriods(charges, rental.booked_to).at(-1)?.to ?? rental.booked_to;
    const booked_to = new Date(Date.parse(ends_at) + hours * 3_600_000).toISOString();
    const booked = booked_periods + countPeriods(hours, period_h);
    const price = await loadRentalPrices(context, rental);
    const amount_minor = Math.max(0, price({ booked, overdue }) - price({ booked: booked_periods, overdue }));
    if (
      price_minor !== undefined &&
      price_minor !== amount_minor &&
      !(await isPriceHidden(context, rental.customer_id))
    )
      throw refuse("price_changed", {
        message: messages.price_changed,
        extra: { price_minor: amount_minor, currency },
      });

    const extended = await RentalRecord.change(context, rental, {
      booked_to,
      booked_periods: booked,
      charges: [
        ...charges,
        {
          code: "extension",
          label: messages.extension.en,
          amount_minor,
          at: now.toISOString(),
          from: ends_at,
          to: booked_to,
          request_id,
        },
      ],
    });
    const paid = await requirePayment(context, extended, payment);
    const target =
      paid.reservation_id === null ? undefined : await findReservationTarget(context, paid.reservation_id);
    if (target !== undefined) {
      const held_until_ms =
        Date.parse(booked_to) + (target.reservation.status === "HELD" ? HOLD_AFTER_MS : 0);
      await extendReservation(context, target, new Date(held_until_ms));
    }
    emit({
      subject: { type: "storage_rental", id: rental_id },
      kind: "storage_rental.extended",
      payload: { hours },
      before: { booked_to: rental.booked_to },
      after: { booked_to },
    });
    await recordRentalEvent(context, paid, { code: "otep:storage:extended", at: now });
    if (paid.state === "OVERDUE")
      await recordRentalEvent(context, paid, { code: "otep:storage:put_away", at: now });
    due.set(paid.state === "BOOKED" ? RENTAL_NO_SHOW : RENTAL_OVERDUE, rental_id, new Date(booked_to));
    due.set(RENTAL_ENDING, rental_id, computeReminder(paid));
    const after = (await RentalRecord.lock(context, rental_id)) ?? paid;
    if (after.state !== "BOOKED") await chargeOverdue(context, after);
    return { result: true, rental_id, rental: await buildKioskRental(context, after) };
  },
});
