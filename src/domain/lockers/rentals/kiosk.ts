/** What kiosks send and are answered about rentals of their own locker. */
import Type from "typebox";
import { type CALLING_REFUSALS, type DeviceRow, lockCallingDevice } from "#domain/lockers/devices/public.ts";
import type { Context } from "#operation/define/context.ts";
import { MINOR_MAX, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { computeUnpaid, isPriceHidden } from "./charges.ts";
import { messages } from "./messages.ts";
import { RentalRecord, type StorageRentalRow } from "./records/storage-rental.ts";
import { OPEN_STATES, RENTAL_STATES } from "./rules.ts";
import { RentalPrices } from "./shapes.ts";

export const RequestId = NoRef(
  "the kiosk's word for one request",
  Type.String({
    pattern: "^[A-Za-z0-9.-]{1,64}$",
    maxLength: 64,
    description: "The same request again is answered the same.",
  }),
);

export const ExpectedPrice = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: MINOR_MAX,
    description: "The price that the renter saw: another one is refused.",
  }),
);

export const PaymentInput = Type.Object(
  {
    amount_minor: Type.Integer({ minimum: 1, maximum: MINOR_MAX }),
    reference: Type.String({ minLength: 1, maxLength: 100, description: "Of the payment terminal." }),
  },
  { $id: "StoragePayment", description: "Paid at the kiosk. The same reference counts once." },
);

export const KioskRental = Type.Object(
  {
    id: Ref("rental"),
    state: StringEnum(RENTAL_STATES),
    compartment: Type.String({ description: "Written on the door." }),
    size: Type.String(),
    booked_from: Timestamp,
    booked_to: Timestamp,
    ...RentalPrices,
  },
  { $id: "KioskRental" },
);

export const RentalCodes = {
  deposit_code: Nullable(Type.String({ "x-secret": true, description: "8 digits; null once it was used." })),
  collect_code: Nullable(Type.String({ "x-secret": true, description: "8 digits; null once it has ended." })),
};

/** A rental as a kiosk shows it: without prices that the customer must not see. */
export async function buildKioskRental(context: Context<never>, rental: StorageRentalRow) {
  const { id, state, compartment, size, booked_from, booked_to } = rental;
  const { price_minor, currency, paid_minor } = rental;
  const details = { id, state, compartment, size, booked_from, booked_to };
  return (await isPriceHidden(context, rental.customer_id))
    ? { ...details, price_hidden: true }
    : { ...details, price_minor, currency, paid_minor, unpaid_minor: computeUnpaid(rental) };
}

type Kiosk = Context<keyof typeof CALLING_REFUSALS | "rental_ended">;

/** A rental of the locker that calls, which is locked before it. */
export async function lockKioskRental(
  context: Kiosk,
  rental_id: number,
): Promise<{ device: DeviceRow; rental: StorageRentalRow }> {
  const device = await lockCallingDevice(context);
  const rental = await RentalRecord.lock(context, rental_id);
  if (rental === undefined || rental.device_id !== device.id)
    throw context.refuse("not_found", { message: messages.no_rental });
  return { device, rental };
}

export function requireOpen({ refuse }: Pick<Kiosk, "refuse">, { state }: StorageRentalRow): void {
  if (!OPEN_STATES.includes(state)) throw refuse("rental_ended", { message: messages.rental_ended });
}
