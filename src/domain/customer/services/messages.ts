/** Messages of the refusals of services and their prices. */
export const messages = {
  unknown_service: { en: "There is no such service." },
  unknown_version: { en: "The service has no such version." },
  not_offered: { en: "This service is not offered." },
  invalid_service: { en: "The service is not valid." },
  invalid_request: { en: "The order is not valid for this service." },
  code_taken: { en: "The code is taken." },
  changed_meanwhile: { en: "Another version was created meanwhile." },
  no_price_list: { en: "There is no price list for this service." },
  other_currency: { en: "The price list is in {currency}, and the wallet in {wallet_currency}." },
  not_covered: { en: "The price list does not cover this order." },
  priced_by_staff: { en: "This service is priced by staff: order it without a rate_id." },
  rate_needed: { en: "This service is priced at once: estimate it first, and send its rate_id." },
  service_changed: { en: "The service was changed since the estimate: ask for a new one." },
  unknown_photo: { en: "There is no such file, or somebody else uploaded it." },
} as const;
