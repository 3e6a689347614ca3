/** Messages of the refusals of quotes. */
export const messages = {
  rate_unknown: { en: "This rate_id was not given to you, or not for this shipment." },
  rate_expired: { en: "This rate_id expired; ask for a new quote." },
  rate_used: { en: "This rate_id was used before; ask for a new quote." },
} as const;
