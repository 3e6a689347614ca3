/** Messages of the refusals of price lists. */
export const messages = {
  unknown_list: { en: "There is no such price list." },
  invalid_list: { en: "The price list is not valid." },
  created_meanwhile: { en: "Another version was created meanwhile." },
  already_replaced: { en: "Version {list_version} was replaced by price list {price_list_id}." },
  unknown_customer: { en: "There is no such customer." },
  invalid_assignment: { en: "The price lists of the customer are not valid." },
  no_price_list: { en: "No price list of {family} is in effect for this customer today." },
  invalid_test: { en: "The shipment cannot be priced." },
} as const;
