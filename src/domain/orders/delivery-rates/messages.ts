/** Messages of the refusals of rates. */
export const messages = {
  invalid_shipment: { en: "The shipment is not valid." },
  unknown_customer: { en: "There is no such customer." },
  no_price_list: { en: "No price list is in effect for this customer today." },
  distance_unknown: {
    en: "The price depends on the distance, and the place of the pickup or the drop-off is not known: send coordinates.",
  },
  not_covered: { en: "No rule of the price list covers this shipment." },
} as const;
