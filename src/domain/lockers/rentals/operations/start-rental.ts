/**
 * A kiosk rents a compartment of its locker to somebody. The compartment is reserved for the booked time, from now on; the
 * renter gets a code to put the bag in and one to take it out, which the locker verifies without a network.
 *
 * A customer pays from the wallet, anybody else at the kiosk. Nothing is granted that is not paid.
 */
import Type from "typebox";
import { formatMoment } from "#domain/execution/notifications/public.ts";
import { CALLING_REFUSALS, lockCallingDevice } from "#domain/lockers/devices/public.ts";
import { CODE_REFUSALS, GRANT_REFUSALS, grantCompartment, SIZES } from "#domain/lockers/lockers/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { LANGUAGES } from "#operation/response/language.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { parseE164 } from "#vocabulary/phone.ts";
import { Ref } from "#vocabulary/ref.ts";
import {
  findRentalPricing,
  isPriceHidden,
  PAYMENT_REFUSALS,
  priceStorage,
  requirePayment,
} from "../charges.ts";
import { findRentalCodes } from "../codes.ts";
import {
  buildKioskRental,
  ExpectedPrice,
  KioskRental,
  PaymentInput,
  RentalCodes,
  RequestId,
} from "../kiosk.ts";
import { messages } from "../messages.ts";
import { notices } from "../notices.ts";
import { tellRenter } from "../notify.ts";
import { recordRentalEvent } from "../record-event.ts";
import {
  type Contact,
  HOLD_AFTER_MS,
  RENTAL_ENDING,
  RENTAL_NO_SHOW,
  RentalRecord,
  type StorageRentalRow,
} from "../records/storage-rental.ts";
import { computeReminder, countPeriods } from "../rules.ts";

export const startRental = defineOperation({
  name: "startStorageRental",
  summary: "Rent a compartment at a kiosk",
  access: { device: true, roles: [], scopes: [] },
  rest: { method: "POST", path: "/api/v1/device-operations/rentals", status: 201 },
  limit: { name: "device_messages", per_s: 5, burst: 100 },
  secret_answer: true,
  input: Type.Object({
    request_id: RequestId,
    size: StringEnum(SIZES),
    hours: Type.Integer({ minimum: 1, maximum: 8760 }),
    customer_id: Type.Optional(Ref("customer")),
    contact: Type.Optional(
      Type.Object(
        {
          name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
          phone: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
          email: Type.Optional(Type.String({ format: "email", maxLength: 320 })),
          language: Type.Optional(StringEnum(LANGUAGES)),
        },
        { description: "Whom to tell." },
      ),
    ),
    price_minor: ExpectedPrice,
    payment: Type.Optional(PaymentInput),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    rental_id: Ref("rental"),
    rental: KioskRental,
    ...RentalCodes,
  }),
  refusals: {
    ...CALLING_REFUSALS,
    ...GRANT_REFUSALS,
    ...CODE_REFUSALS,
    ...PAYMENT_REFUSALS,
    hours_max: "invalid",
    invalid_phone: "invalid",
    no_price: "conflict",
    price_changed: "conflict",
  },

  async run(context, { request_id, size, hours, customer_id = null, contact = {}, price_minor, payment }) {
    const { db, business_id, now, business, refuse, due, emit } = context;
    const device = await lockCallingDevice(context);
    const earlier = await db.row<StorageRentalRow>(
      "select * from storage_rental where business_id = $1 and device_id = $2 and request_id = $3",
      [business_id, device.id, request_id],
    );
    if (earlier !== undefined)
      return {
        result: true,
        rental_id: earlier.id,
        rental: await buildKioskRental(context, earlier),
        ...(await findRentalCodes(context, earlier)),
      };

    const { storage_rental_hours_max: hours_max, storage_rental_period_h: period_h } = business.settings;
    if (hours > hours_max)
      throw refuse("hours_max", { message: messages.hours_max, values: { hours: hours_max } });
    const reached = readContact(context, contact);
    await requireCustomer(context, customer_id);
    const pricing = await findRentalPricing(context, customer_id);
    const booked_periods = countPeriods(hours, period_h);
    const start = { size, place: device.place, at: now };
    const price = pricing && priceStorage(context, pricing, start, { booked: booked_periods });
    if (pricing === undefined || price == null)
      throw refuse("no_price", { message: messages.no_price, values: { size } });
    if (price_minor !== undefined && price_minor !== price && !(await isPriceHidden(context, customer_id)))
      throw refuse("price_changed", {
        message: messages.price_changed,
        extra: { price_minor: price, currency: pricing.list.currency },
      });

    const booked_to = new Date(now.getTime() + hours * 3_600_000);
    const row = await RentalRecord.insert(context, {
      customer_id,
      contact: reached,
      device: device.serial,
      device_name: device.name,
      place: device.place,
      compartment: "",
      size,
      booked_from: now.toISOString(),
      booked_to: booked_to.toISOString(),
      price_minor: price,
      currency: pricing.list.currency,
      device_id: device.id,
      request_id,
      price_list_id: pricing.list.id,
      surcharges: pricing.surcharges,
      period_h,
      booked_periods,
    });
    const granted = await grantCompartment(context, device, {
      need: { size },
      purpose: "rental",
      expires_at: new Date(booked_to.getTime() + HOLD_AFTER_MS),
      collect_until: booked_to,
      ref: null,
      customer_id,
      subject: { type: "storage_rental", id: row.id },
    });
    if (granted instanceof Refusal) {
      // The refusal is stored, as demand; the rental never was.
      await db.execute("delete from storage_rental where business_id = $1 and id = $2", [
        business_id,
        row.id,
      ]);
      return granted;
    }
    const placed = await RentalRecord.change(context, row, {
      compartment: granted.compartment.code,
      compartment_id: granted.compartment.id,
      reservation_id: granted.reservation.id,
    });
    const rental = await requirePayment(context, placed, payment);
    emit({
      subject: { type: "storage_rental", id: rental.id, is_new: true },
      kind: "storage_rental.started",
      payload: { device_id: device.id, size, hours },
      before: null,
      after: { customer_id, booked_to: rental.booked_to },
    });
    await recordRentalEvent(context, rental, { code: "otep:storage:booked", at: now });
    due.set(RENTAL_NO_SHOW, rental.id, booked_to);
    due.set(RENTAL_ENDING, rental.id, computeReminder(rental));
    const codes = await findRentalCodes(context, rental);
    const code = codes.collect_code ?? "";
    const { device_name: locker, compartment } = rental;
    await tellRenter(context, rental, {
      kind: "rental_booked",
      is_needed: true,
      secrets: [code],
      write: (reader) =>
        notices.booked.with({ locker, compartment, code, until: formatMoment(rental.booked_to, reader) }),
    });
    return {
      result: true,
      rental_id: rental.id,
      rental: await buildKioskRental(context, rental),
      ...codes,
    };
  },
});

function readContact(
  { refuse, business }: Pick<Context<"invalid_phone">, "refuse" | "business">,
  { phone, ...contact }: Contact,
): Contact {
  if (phone === undefined) return contact;
  const e164 = parseE164(phone, business.country);
  if (e164 === undefined)
    throw refuse("invalid_phone", {
      message: messages.invalid_phone,
      errors: [{ field: "contact/phone", message: messages.invalid_phone }],
    });
  return { ...contact, phone: e164 };
}

async function requireCustomer(
  { db, business_id, refuse }: Pick<Context<never>, "db" | "business_id" | "refuse">,
  customer_id: number | null,
): Promise<void> {
  if (customer_id === null) return;
  const customer = await db.row(
    "select id from customer where business_id = $1 and id = $2 and status = 'active'",
    [business_id, customer_id],
  );
  if (customer === undefined) throw refuse("not_found", { message: messages.no_customer });
}
