/**
 * Quote a delivery: a rate for each service, without an order.
 *
 * Prices of a family that is hidden from the customer are left out; rate_id and names stay.
 *
 * Source: docs/contract/rest.md, "Other routes", and docs/contract/mcp.md, "quote_delivery"; the body is our choice.
 */

import Type from "typebox";
import { getPlanningSettings } from "#domain/identity/settings/public.ts";
import { resolvePlaces } from "#domain/locations/addressbook/public.ts";
import {
  findDepot,
  findDraftFaults,
  loadOrigins,
  ORDER_TYPES,
  ParcelInput,
} from "#domain/orders/orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { Place } from "#vocabulary/place.ts";
import { Price, PriceCurrency, PriceDetails, PriceHidden } from "#vocabulary/price.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { DEFAULT_SETTINGS } from "#vocabulary/settings.ts";
import { completeRule, findPriceListFor } from "../price-lists.ts";
import { computeDistance, hashInputs, priceShipment, SERVICE_NAMES, SERVICES } from "../pricing.ts";
import { createRateId } from "../rate-id.ts";

/** A quote is valid for this long. */
const RATE_TTL_MS = 30 * 60 * 1000;
const INT32_MAX = 2_147_483_647;

export const DeliveryRate = Type.Object(
  {
    rate_id: Type.String({ description: "Send it with the order, which then has exactly this price." }),
    service: StringEnum(SERVICES),
    service_name: Type.String(),
    shipping_price: Price("local_delivery"),
    price_details: PriceDetails(
      "local_delivery",
      Type.Array(Type.Object({ code: Type.String(), label: Type.String(), amount_minor: Type.Integer() })),
    ),
    currency: PriceCurrency("local_delivery"),
    price_hidden: PriceHidden,
    distance_km: Nullable(Type.Number({ description: "Estimated road distance." })),
    expires_at: Timestamp,
  },
  { $id: "DeliveryRate" },
);

export const rateDelivery = defineOperation({
  name: "clientOrderRate",
  summary: "Quote a delivery",
  description:
    "A rate for each service; no order is created. Each rate_id is valid for half an hour and one order, of the same " +
    "customer and the same shipment with that service.",
  effect: "write",
  risk: "low",
  adds_only: true,
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["orders:read"] },
  rest: { method: "POST", path: "/api/v1/orders/rate" },
  mcp: { user: "quote_delivery" },
  input: Type.Object({
    type: Type.Optional(
      StringEnum(ORDER_TYPES, { description: "D delivery (default), P pickup, P2P peer to peer." }),
    ),
    pickup: Type.Optional(Nullable(Place)),
    dropoff: Type.Optional(Nullable(Place)),
    parcels: Type.Optional(Type.Array(ParcelInput, { minItems: 1, maxItems: 50 })),
    origin_warehouse_id: Type.Optional({
      ...Id,
      description:
        "The open warehouse where the goods start, or end with type P; by default the depot of the business. Customers name none.",
    }),
    service: Type.Optional(
      StringEnum(SERVICES, { description: "Only this service; every service if absent." }),
    ),
    customer_id: Type.Optional(Nullable(Id)),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    rates: Type.Array(DeliveryRate, { description: "Cheapest first." }),
    currency: PriceCurrency("local_delivery"),
    price_hidden: PriceHidden,
  }),
  refusals: { unknown_customer: "invalid", no_price_list: "invalid", not_covered: "invalid" },

  prepare: (context, shipment) => resolvePlaces(context, [shipment]),

  async run(context, input, [located]) {
    const { actor, db, business_id, refuse, now, settings, emit } = context;
    if (located === undefined) throw new Error("The shipment was lost on the way.");
    const stored = actor.business?.settings ?? DEFAULT_SETTINGS;
    const depot = findDepot(stored);
    const { customer_id: _customer, ...draft } = located;
    const origins = await loadOrigins(context, [draft]);
    const faults = findDraftFaults(draft, { has_depot: depot !== null, origins });
    if (faults.length > 0)
      throw refuse("invalid_request", { message: "The shipment is not valid.", errors: faults });

    const customer_id = actor.role === "customer" ? actor.customer_id : (input.customer_id ?? null);
    const date = toLocalDate(now, actor.business?.time_zone ?? "UTC");
    const [known, list] = await Promise.all([
      customer_id === null
        ? Promise.resolve({})
        : db.row("select id from customer where business_id = $1 and id = $2", [business_id, customer_id]),
      findPriceListFor(db, business_id, { customer_id, family: "local_delivery", date }),
    ]);
    if (known === undefined) {
      throw refuse("unknown_customer", {
        message: "There is no such customer.",
        errors: [{ field: "customer_id", message: "is not a customer of this business" }],
      });
    }
    if (list === undefined) {
      throw refuse("no_price_list", { message: "No price list is in effect for this customer today." });
    }
    const type = located.type ?? "D";
    const origin = origins.get(located.origin_warehouse_id ?? 0)?.place ?? depot;
    const shipment = {
      ...located,
      type,
      pickup: located.pickup ?? (type === "P" ? null : origin),
      dropoff: located.dropoff ?? (type === "P" ? origin : null),
    };
    const { road_factor } = getPlanningSettings(stored, settings);
    const rules = list.rules.map(completeRule);
    const offers = (input.service === undefined ? SERVICES : [input.service]).flatMap((service) => {
      const priced = priceShipment(rules, { ...shipment, service }, road_factor);
      return priced === null || priced.total_minor > INT32_MAX ? [] : [{ service, ...priced }];
    });
    if (offers.length === 0) {
      const lost = computeDistance(shipment, road_factor) === null;
      throw refuse("not_covered", {
        message: lost
          ? "The price depends on the distance, and the place of the pickup or the drop-off is not known: send coordinates."
          : "No rule of the price list covers this shipment.",
      });
    }
    offers.sort((one, other) => one.total_minor - other.total_minor);
    const expires_at = new Date(now.getTime() + RATE_TTL_MS).toISOString();
    const rates = offers.map(({ service, lines, total_minor, distance_km }) => ({
      rate_id: createRateId(settings.secret_key, business_id),
      service,
      service_name: SERVICE_NAMES[service],
      shipping_price: total_minor,
      price_details: lines,
      currency: list.currency,
      distance_km,
      expires_at,
      inputs_hash: hashInputs({ ...input, service }),
    }));
    const made = await db.rows<{ id: number }>(
      `insert into quote (rate_id, business_id, customer_id, family, service, inputs_hash, price_list_id, lines, total_minor,
         currency, expires_at, created_at)
       select rate_id, $2, $3, 'local_delivery', service, inputs_hash, $4, price_details, shipping_price, currency, $5, $6
         from json_to_recordset($1::json) as r(rate_id text, service text, inputs_hash text, price_details jsonb,
           shipping_price int, currency text)
       returning id`,
      [JSON.stringify(rates), business_id, customer_id, list.id, expires_at, now],
    );
    for (const [index, { id }] of made.entries()) {
      emit({
        subject: { type: "quote", id, first: true },
        kind: "quote.made",
        payload: { customer_id, service: rates[index]?.service ?? "", price_list_id: list.id, expires_at },
      });
    }
    return { result: true, rates, currency: list.currency };
  },
});
