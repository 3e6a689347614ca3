/** The price families of what customers order here. */
export const SERVICE_PRICE_FAMILIES = [
  "shipping_service",
  "ltl_service",
  "moving_services",
  "storage_services",
] as const;
export type ServicePriceFamily = (typeof SERVICE_PRICE_FAMILIES)[number];
