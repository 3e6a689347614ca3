/** Ship-outs: tracked by their number; a carrier that reports the delivery completes them. */
import { defineServiceOrderKind } from "#domain/customer/service-orders/public.ts";
import { NEXT_STEPS } from "../next-steps.ts";
import { Shipout } from "../records/shipout.ts";

export const shipoutKind = defineServiceOrderKind({
  type: "shipout",
  keys: ["ref", "carrier_number"],
  known_place: "o.dropoff",
  destination: "o.dropoff",
  ended_at: "delivered_at",
  packages: "shipout_package",
  next_steps: NEXT_STEPS,
  page: "shipouts",
  completion: Shipout,
});
