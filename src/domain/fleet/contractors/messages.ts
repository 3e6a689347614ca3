/** Texts of the refusals of contractors. */
export const messages = {
  unknown_contractor: { en: "There is no such contractor." },
} as const;
