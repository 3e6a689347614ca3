/** Messages of the refusals of labels. */
export const messages = {
  unknown_order: { en: "There is no such order." },
} as const;
