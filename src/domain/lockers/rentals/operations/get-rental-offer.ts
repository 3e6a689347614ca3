/** What a kiosk offers: the sizes that are free in its locker now, and what a booked time costs. */
import Type from "typebox";
import { listFreeLockers, SIZES } from "#domain/lockers/lockers/public.ts";
import { getCallingDevice } from "#operation/caller/device-signature.ts";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Price, PriceCurrency, PriceHidden } from "#vocabulary/price.ts";
import { Ref } from "#vocabulary/ref.ts";
import { findRentalPricing, isPriceHidden, priceStorage } from "../charges.ts";
import { countPeriods } from "../rules.ts";

export const getRentalOffer = defineOperation({
  name: "storageRentalOffer",
  summary: "Get what a kiosk can rent",
  access: { device: true, roles: [], scopes: [] },
  rest: { method: "GET", path: "/api/v1/device-operations/rental-offer" },
  limit: { name: "device_messages", per_s: 5, burst: 100 },
  input: Type.Object({
    hours: Type.Integer({ minimum: 1, maximum: 8760 }),
    customer_id: Type.Optional(Ref("customer")),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    period_h: Type.Integer({ description: "What begins is charged: hours." }),
    grace_min: Type.Integer(),
    hours_max: Type.Integer(),
    sizes: Type.Array(
      Type.Object(
        {
          size: StringEnum(SIZES),
          free: Type.Integer(),
          price_minor: Price("storage_services", "Null where nothing prices it: it cannot be rented."),
          currency: PriceCurrency("storage_services"),
          price_hidden: PriceHidden,
        },
        { $id: "StorageOffer" },
      ),
    ),
  }),

  async run(context, { hours, customer_id = null }) {
    const { actor, now, business } = context;
    const device_id = getCallingDevice(actor);
    const [lockers, pricing, is_hidden] = await Promise.all([
      listFreeLockers(context),
      findRentalPricing(context, customer_id),
      isPriceHidden(context, customer_id),
    ]);
    const locker = lockers.find(({ locker_id }) => locker_id === device_id);
    const { settings } = business;
    const period_h = settings.storage_rental_period_h;
    const booked = countPeriods(hours, period_h);
    const sizes = (locker?.free ?? []).map(({ size, free }) => {
      if (is_hidden) return { size, free, price_hidden: true };
      const start = { size, place: locker?.place ?? {}, at: now };
      const price_minor = pricing === undefined ? null : priceStorage(context, pricing, start, { booked });
      return { size, free, price_minor, currency: business.currency };
    });
    return {
      result: true,
      period_h,
      grace_min: settings.storage_rental_grace_min,
      hours_max: settings.storage_rental_hours_max,
      sizes,
    };
  },
});
