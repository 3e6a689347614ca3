/** Storage orders: tracked by their number. What others report changes nothing of them. */
import { defineServiceOrderKind } from "#domain/customer/service-orders/public.ts";
import { NEXT_STEPS } from "../next-steps.ts";

export const storageOrderKind = defineServiceOrderKind({
  type: "storage_order",
  keys: ["ref"],
  known_place: "o.pickup",
  destination: `coalesce(
    (select w.place from warehouse w where w.business_id = o.business_id and w.id = o.warehouse_id), o.pickup)`,
  ended_at: "closed_at",
  packages: "stored_package",
  next_steps: NEXT_STEPS,
  page: "storage-orders",
});
