/**
 * What rentals cost: with the price list and the surcharges of their start, whatever has changed since.
 *
 * A day of the price list is one period of the rental. Each further period costs what all periods cost with it, less what
 * they cost without it, so that they never add up to another amount than the list has for them together. Whoever charges
 * has locked the rental: its charges say which periods are charged, so that none is charged twice.
 */
import { formatMoment } from "#domain/execution/notifications/public.ts";
import { findDevice } from "#domain/lockers/devices/public.ts";
import { findPricing, loadPricing } from "#domain/money/price-lists/public.ts";
import { chargeCustomer, refundPurchase } from "#domain/money/wallets/public.ts";
import type { Context } from "#operation/define/context.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { formatMoney } from "#vocabulary/money.ts";
import type { Place } from "#vocabulary/place.ts";
import { messages } from "./messages.ts";
import { notices } from "./notices.ts";
import { tellRenter } from "./notify.ts";
import {
  type Payment,
  RENTAL_OVERDUE_CHARGE,
  RentalRecord,
  type StorageRentalRow,
} from "./records/storage-rental.ts";
import {
  type Charge,
  computeTotal,
  countOverduePeriods,
  listChargedPeriods,
  listOverdueCharges,
} from "./rules.ts";

const PRICE_FAMILY = "storage_services";

type Pricing = NonNullable<Awaited<ReturnType<typeof findPricing>>>;
export interface StorageStart {
  size: string;
  place: Partial<Place> | Record<string, unknown>;
  /** Of the start. */
  at: string | Date;
}

/** The service of a price list that a compartment of a size is. */
const nameService = (size: string) => `locker-${size.toLowerCase()}`;

/** What periods cost together; null where no rule of the list covers them. */
export function priceStorage(
  { business }: Pick<Context, "business">,
  pricing: Pricing,
  { size, place, at }: StorageStart,
  { booked, overdue = 0 }: { booked: number; overdue?: number },
): number | null {
  const address = place as Partial<Place>;
  const { priced } = pricing.price({
    service: nameService(size),
    pickup: address,
    dropoff: address,
    days: booked + overdue,
    overrun_days: overdue,
    date: toLocalDate(new Date(at), business.time_zone),
  });
  return priced?.total_minor ?? null;
}

/** What prices rentals of a customer, or of anybody, that start now; undefined where nothing does. */
export async function findRentalPricing(
  context: Context<never>,
  customer_id: number | null,
): Promise<Pricing | undefined> {
  const pricing = await findPricing(context, { price_family: PRICE_FAMILY, customer_id });
  return pricing?.list.currency === context.business.currency ? pricing : undefined;
}

/** What each number of periods of a rental costs. */
export async function loadRentalPrices(
  context: Context<never>,
  rental: StorageRentalRow,
): Promise<(periods: { booked: number; overdue?: number }) => number> {
  const { price_list_id, surcharges } = rental;
  if (price_list_id === null) return () => 0;
  const pricing = await loadPricing(context, price_list_id, surcharges);
  const start = { size: rental.size, place: rental.place, at: rental.booked_from };
  return (periods) => priceStorage(context, pricing, start, periods) ?? 0;
}

/** Whether the customer must not see prices of rentals. */
export async function isPriceHidden(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  customer_id: number | null,
): Promise<boolean> {
  if (customer_id === null) return false;
  const row = await db.row<{ is_hidden: boolean }>(
    "select $3 = any(hidden_price_families) as is_hidden from customer where business_id = $1 and id = $2",
    [business_id, customer_id, PRICE_FAMILY],
  );
  return row?.is_hidden === true;
}

/** What is not paid yet; negative where more was paid than it costs. */
export const computeUnpaid = ({
  price_minor,
  charges,
  paid_minor,
}: Pick<StorageRentalRow, "price_minor" | "charges" | "paid_minor">): number =>
  computeTotal(price_minor, charges) - paid_minor;

type Paying = Context<"wallet_too_low">;

/**
 * Takes what is not paid from the wallet of the customer, or returns there what was paid too much. Refuses
 * `wallet_too_low`, where nothing has changed yet. Without a customer it stays: a kiosk collects it, and staff return it.
 */
async function settle(context: Paying, rental: StorageRentalRow): Promise<StorageRentalRow> {
  const { customer_id, currency, id, paid_minor } = rental;
  const unpaid_minor = computeUnpaid(rental);
  if (customer_id === null || unpaid_minor === 0) return rental;
  const subject = { type: "storage_rental", id };
  if (unpaid_minor > 0) {
    await chargeCustomer(context, {
      customer_id,
      price_family: PRICE_FAMILY,
      subject,
      amount_minor: unpaid_minor,
      currency,
    });
    return RentalRecord.change(context, rental, { paid_minor: paid_minor + unpaid_minor });
  }
  const { wallet, settlement } = await refundPurchase(context, {
    customer_id,
    subject,
    amount_minor: -unpaid_minor,
  });
  const returned_minor = wallet + settlement;
  return returned_minor === 0
    ? rental
    : RentalRecord.change(context, rental, { paid_minor: paid_minor - returned_minor });
}

/** The same for what was charged by the service itself: what the wallet does not have stays unpaid. */
async function settleAsFarAsPossible(
  context: Context<never>,
  rental: StorageRentalRow,
): Promise<StorageRentalRow> {
  try {
    return await settle(context as Paying, rental);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "wallet_too_low") throw error;
    return rental;
  }
}

export const PAYMENT_REFUSALS = { wallet_too_low: "unpaid", payment_required: "unpaid" } as const;

/** Before anything is given: what a locked rental costs is paid by the wallet, or was paid at the kiosk. */
export async function requirePayment(
  context: Context<keyof typeof PAYMENT_REFUSALS>,
  rental: StorageRentalRow,
  payment: Payment | undefined,
): Promise<StorageRentalRow> {
  const paid = payment === undefined ? rental : await recordPayment(context, rental, payment);
  const unpaid_minor = computeUnpaid(paid);
  if (unpaid_minor <= 0) return paid;
  if (rental.customer_id !== null) return settle(context, paid);
  throw context.refuse("payment_required", {
    message: messages.payment_required,
    extra: { required_minor: unpaid_minor, currency: rental.currency },
  });
}

/** What somebody paid for it outside of the wallet. */
export async function recordPayment(
  context: Context<never>,
  rental: StorageRentalRow,
  { amount_minor, reference }: Payment,
): Promise<StorageRentalRow> {
  const { id, paid_minor, payments } = rental;
  if (payments.some((one) => one.reference === reference)) return rental;
  const paid = await RentalRecord.change(context, rental, {
    paid_minor: paid_minor + amount_minor,
    payments: [...payments, { amount_minor, reference, at: context.now.toISOString() }],
  });
  context.emit({
    subject: { type: "storage_rental", id },
    kind: "storage_rental.paid",
    payload: { reference },
    before: { paid_minor },
    after: { paid_minor: paid.paid_minor },
  });
  return paid;
}

/** Stores charges of a locked rental and takes or returns their amount. */
async function addCharges(
  context: Context<never>,
  rental: StorageRentalRow,
  charges: readonly Charge[],
  changes: Parameters<typeof RentalRecord.change>[2] = {},
): Promise<StorageRentalRow> {
  if (charges.length === 0) return rental;
  const charged = await RentalRecord.change(context, rental, {
    ...changes,
    charges: [...rental.charges, ...charges],
  });
  context.emit({
    subject: { type: "storage_rental", id: rental.id },
    kind: "storage_rental.charged",
    payload: { codes: charges.map(({ code }) => code) },
    before: { total_minor: computeTotal(rental.price_minor, rental.charges) },
    after: { total_minor: computeTotal(charged.price_minor, charged.charges) },
  });
  return settleAsFarAsPossible(context, charged);
}

/** While a locker is not heard, nobody knows whether the bag is still in it. */
const OFFLINE_WAIT_MS = 15 * 60_000;

/**
 * Charges the periods after the booked time that have begun, and returns those that a late report has shown to be none.
 * Calling it again changes nothing.
 */
export async function chargeOverdue(
  context: Context<never>,
  rental: StorageRentalRow,
): Promise<StorageRentalRow> {
  const { now, due, business } = context;
  const { id, period_h, state, booked_to, is_relayed, device_id } = rental;
  if (period_h === null) return rental;
  if (is_relayed) {
    due.clear(RENTAL_OVERDUE_CHARGE, id);
    return rental;
  }
  const is_open = state === "ACTIVE" || state === "OVERDUE";
  const grace_min = business.settings.storage_rental_grace_min;
  if (is_open) {
    const device = device_id === null ? undefined : await findDevice(context, device_id);
    if (device?.status === "OFFLINE") {
      due.set(RENTAL_OVERDUE_CHARGE, id, new Date(now.getTime() + OFFLINE_WAIT_MS));
      return rental;
    }
  } else if (state !== "ENDED" && state !== "REMOVED_BY_STAFF") {
    due.clear(RENTAL_OVERDUE_CHARGE, id);
    return rental;
  }
  const until = is_open || rental.actual_to === null ? now : new Date(rental.actual_to);
  const periods = countOverduePeriods({ booked_to, period_h, grace_min }, until);
  if (is_open) {
    const start =
      Date.parse(booked_to) + (periods === 0 ? grace_min * 60_000 : periods * period_h * 3_600_000);
    due.set(RENTAL_OVERDUE_CHARGE, id, new Date(start + 1));
  } else due.clear(RENTAL_OVERDUE_CHARGE, id);
  const charged = listChargedPeriods(rental.charges, booked_to).length;
  if (periods === charged) return rental;
  const price = await loadRentalPrices(context, rental);
  const charges = listOverdueCharges({ ...rental, period_h }, periods, {
    at: now.toISOString(),
    label: messages.overdue_period.en,
    price: (overdue) => {
      const booked = rental.booked_periods;
      return Math.max(0, price({ booked, overdue }) - price({ booked, overdue: overdue - 1 }));
    },
  });
  const after = await addCharges(context, rental, charges, {
    overdue_periods: rental.overdue_periods + periods - charged,
  });
  if (periods > charged) await tellOfCharges(context, after, charges);
  return after;
}

/** Periods that are charged together, because the locker was not heard for some time, are told together. */
async function tellOfCharges(
  context: Context<never>,
  rental: StorageRentalRow,
  charges: readonly Charge[],
): Promise<void> {
  const { device_name: locker, compartment, customer_id, currency } = rental;
  const last_charge = charges.at(-1);
  const amount_minor = charges.reduce((sum, charge) => sum + charge.amount_minor, 0);
  if (last_charge === undefined || amount_minor <= 0) return;
  const is_hidden = await isPriceHidden(context, customer_id);
  await tellRenter(context, rental, {
    kind: "rental_charged",
    occurrence: last_charge.from ?? last_charge.at,
    write(reader) {
      const until = formatMoment(last_charge.to ?? last_charge.at, reader);
      const facts = { locker, compartment, until };
      return is_hidden
        ? notices.charged_hidden.with(facts)
        : notices.charged.with({ ...facts, amount: formatMoney(amount_minor, currency, reader.language) });
    },
  });
}

/** Everything of a rental for which nothing was put in is returned. */
export async function returnEverything(
  context: Context<never>,
  rental: StorageRentalRow,
): Promise<StorageRentalRow> {
  const total_minor = computeTotal(rental.price_minor, rental.charges);
  if (total_minor === 0) return rental;
  const at = context.now.toISOString();
  return addCharges(context, rental, [
    { code: "returned", label: messages.returned_charge.en, amount_minor: -total_minor, at },
  ]);
}
