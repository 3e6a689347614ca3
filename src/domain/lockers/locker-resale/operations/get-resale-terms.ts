/** What a seller is told before a handover begins: what the locker costs, and how long each side has. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Price, PriceCurrency, PriceHidden } from "#vocabulary/price.ts";

export const getResaleTerms = defineOperation({
  name: "resaleTerms",
  summary: "Get the terms of handovers through lockers",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/locker-resale/terms" },
  output: Type.Object({
    result: Type.Boolean(),
    fee_minor: Price("device_orders", "For the use of a locker, of the seller."),
    storage_day_minor: Price(
      "device_orders",
      "For each day that begins after the time to take an item back.",
    ),
    currency: PriceCurrency("device_orders"),
    price_hidden: PriceHidden,
    release_days: Type.Integer({ description: "From the deposit on, for the seller to release it." }),
    collect_days: Type.Integer({
      description: "From the release on, for the buyer to collect it; the most a seller can give.",
    }),
    return_days: Type.Integer({ description: "For the seller to take it back." }),
  }),

  async run({ business }) {
    const { settings, currency } = business;
    return {
      result: true,
      fee_minor: settings.resale_fee_minor,
      storage_day_minor: settings.resale_storage_day_minor,
      currency,
      release_days: settings.resale_release_days,
      collect_days: settings.resale_collect_days,
      return_days: settings.resale_return_days,
    };
  },
});
