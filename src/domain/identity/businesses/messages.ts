/** Text of the refusals of platform administration. */
export const messages = {
  business_closed: { en: "The business is closed permanently." },
} as const;
