/** Messages of the refusals of payments and refunds of orders. */
export const messages = {
  not_priced: { en: "The order has no price yet." },
  nothing_to_pay: { en: "There is nothing left to pay." },
  too_much: { en: "Only {remaining} are left to pay." },
  refund_too_much: { en: "At most {paid} were paid." },
  prices_shown: { en: "The customer sees the prices of this service and pays from its wallet." },
} as const;
