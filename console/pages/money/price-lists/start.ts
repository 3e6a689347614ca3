/** What a new list of each family starts with, and the shipment that its tester starts with. */
import type { PricedShipment, PriceRule } from "../../../../packages/client/client.gen.ts";
import type { PriceFamily } from "../../../parts/price-families.ts";

export const START_RULE: Record<PriceFamily, Partial<PriceRule>> = {
  local_delivery: { base_minor: 0 },
  label_service: { markup: { percent: 10 } },
  shipping_service: { weight_breaks: [{ up_to_g: 1000, amount_minor: 0 }], per_further_kg_minor: 0 },
  ltl_service: { base_minor: 0, per_kg_minor: 0 },
  storage_services: { base_minor: 0, per_day_minor: 0, includes_days: 0 },
  moving_services: { base_minor: 0, per_m3_minor: 0 },
  device_orders: { base_minor: 0 },
};

const parcel = { quantity: 1, weight_g: 4000, length_mm: 400, width_mm: 300, height_mm: 200 };

export const START_SHIPMENT: Record<PriceFamily, PricedShipment> = {
  local_delivery: { distance_km: 8, parcels: [parcel] },
  label_service: { parcels: [parcel] },
  shipping_service: { parcels: [parcel] },
  ltl_service: { distance_km: 120, parcels: [{ ...parcel, weight_g: 240_000 }] },
  storage_services: { days: 30, parcels: [parcel] },
  moving_services: { distance_km: 20, volume_cm3: 15_000_000 },
  device_orders: { parcels: [parcel] },
};
