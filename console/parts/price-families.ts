import { text } from "./text.ts";

const VALUES = [
  "local_delivery",
  "label_service",
  "shipping_service",
  "ltl_service",
  "storage_services",
  "moving_services",
  "device_orders",
] as const;

/** The order families whose prices can be hidden. */
export const listPriceFamilies = () => VALUES.map((value) => ({ value, label: text.price_families[value] }));
