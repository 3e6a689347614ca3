/** Text of the refusals of platform administration. */
export const messages = {
  administrator_active: {
    en: "The business has an administrator with a password, who invites the others; it awaits none.",
  },
  business_closed: { en: "The business is closed permanently." },
} as const;
