/** Messages of the refusals of payments. */
export const messages = {
  unknown_payment: { en: "There is no such payment." },
  no_card_payment: {
    en: "Payment by card is not set up: pay the business in another way, it adds the amount to the wallet.",
  },
  amount_out_of_range: { en: "The amount must be from {min} to {max}." },
  return_url_not_allowed: {
    en: "The return address must be of the service or of an origin that the business allows.",
  },
  processor_refused: { en: "The processor of card payments did not accept it: {reason}" },
  not_paid: { en: "Only what was paid can be refunded." },
  more_than_paid: { en: "At most {rest} of the payment can be refunded." },
  invalid_signature: { en: "The signature of the event is not valid, or older than 5 minutes." },
  unknown_endpoint: { en: "There is no such endpoint." },
  secret_needed: {
    en: "A processor needs its secret key; after a change of its address it must be sent again.",
  },
} as const;
