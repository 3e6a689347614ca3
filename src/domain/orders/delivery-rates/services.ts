/** The services of a delivery, as they are shown. */
import type { DeliveryService } from "#domain/orders/orders/public.ts";

export const SERVICE_NAMES: Record<DeliveryService, string> = {
  standard: "Standard delivery",
  express: "Express delivery",
  economy: "Economy delivery",
};
