/** Messages of the refusals of surcharges. */
export const messages = {
  unknown_surcharge: { en: "There is no such surcharge." },
  invalid_surcharge: { en: "The surcharge is not valid." },
  code_taken: { en: "Another surcharge has this code." },
  surcharge_closed: { en: "The surcharge is closed." },
} as const;
