/** Values in the examples of calls of tools; ids and rates are those of nobody. */
export const PLACE = {
  line1: "Quadra 7, Casa 12",
  city: "Brasília",
  postal_code: "70000-000",
  country: "BR",
};
export const RECIPIENT = { name: "Ana Lima", ...PLACE };
export const SHIPMENT = { ship_to: RECIPIENT, packages: [{ weight_g: 1200 }] };
export const RATE = "rate_8f14e45f";
export const CARGO = { packages: [{ weight_g: 1200, length_mm: 300, width_mm: 200, height_mm: 150 }] };
