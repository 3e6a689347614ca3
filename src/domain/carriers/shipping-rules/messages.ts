/** Messages of the refusals of shipping rules. */
export const messages = {
  not_valid: { en: "The rules are not valid; nothing was changed." },
  unknown_reference: {
    en: "A rule names an account or a customer that does not exist; nothing was changed.",
  },
} as const;
