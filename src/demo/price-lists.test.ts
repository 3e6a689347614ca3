import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createPriceList } from "#domain/money/price-lists/operations/create-price-list.ts";
import { testPriceList } from "#domain/money/price-lists/operations/test-price-list.ts";
import { createSurcharge } from "#domain/money/surcharges/operations/create-surcharge.ts";
import { testService } from "#tests/support/service.ts";
import { DEMO_LISTS, DEMO_SURCHARGES } from "./price-lists.ts";

const service = await testService();

const brasilia = { country: "BR", postal_code: "70000-000", lat: -15.79, lng: -47.88 };
const manaus = { country: "BR", postal_code: "69000-000", lat: -3.1, lng: -60.02 };
const box = { weight_g: 4200, length_mm: 400, width_mm: 300, height_mm: 300 };

/** What a shipment of each family costs with the lists of the demo, in cents. */
const EXPECTED = {
  local_delivery: {
    shipment: { pickup: brasilia, dropoff: brasilia, parcels: [box] },
    lines: ["base", "weight", "tax"],
  },
  label_service: {
    shipment: { carrier_charge: { amount_minor: 2310, currency: "BRL" }, parcels: [box] },
    lines: ["carriage", "rounding"],
  },
  shipping_service: {
    shipment: { pickup: brasilia, dropoff: manaus, parcels: [box] },
    lines: ["weight_break", "fuel", "remote_area", "rounding", "tax"],
  },
  ltl_service: {
    shipment: { pickup: brasilia, dropoff: brasilia, parcels: [{ ...box, quantity: 2, weight_g: 90_000 }] },
    lines: ["base", "weight", "parcels", "minimum", "fuel", "rounding", "tax"],
  },
  storage_services: { shipment: { parcels: [box], days: 40 }, lines: ["base", "days"] },
  moving_services: {
    shipment: { distance_km: 22, volume_cm3: 18_000_000 },
    lines: ["base", "distance", "volume", "fuel", "rounding", "tax"],
  },
} as const;

describe("the price lists of the demo", () => {
  test("are valid, and price a shipment of each family", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    for (const list of DEMO_LISTS)
      await admin(createPriceList, {
        ...list,
        rules: [...list.rules],
        zones: [...(list.zones ?? [])],
        is_default: true,
      });
    for (const surcharge of DEMO_SURCHARGES) await admin(createSurcharge, surcharge);
    for (const { family } of DEMO_LISTS) {
      const { shipment, lines } = EXPECTED[family as keyof typeof EXPECTED];
      const { price } = await admin(testPriceList, { family, shipment: structuredClone(shipment) as never });
      assert.deepEqual(
        price?.lines.map(({ code }) => code),
        lines,
        family,
      );
    }
  });
});
