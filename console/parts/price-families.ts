/** The order families whose prices can be hidden. */
export const PRICE_FAMILIES = [
  { value: "local_delivery", label: "Local delivery" },
  { value: "label_service", label: "Labels" },
  { value: "shipping_service", label: "Shipping" },
  { value: "ltl_service", label: "Part loads" },
  { value: "storage_services", label: "Storage" },
  { value: "moving_services", label: "Moving" },
  { value: "device_orders", label: "Lockers and devices" },
];
