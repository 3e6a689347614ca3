/** The services of a delivery. */
import type { DELIVERY_SERVICES } from "#domain/money/price-lists/public.ts";

export type DeliveryService = (typeof DELIVERY_SERVICES)[number];

export const SERVICE_NAMES: Record<DeliveryService, string> = {
  standard: "Standard delivery",
  express: "Express delivery",
  economy: "Economy delivery",
};

export function isDeliveryService(service: string): service is DeliveryService {
  return Object.hasOwn(SERVICE_NAMES, service);
}
