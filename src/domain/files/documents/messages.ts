/** Messages of the refusals of documents. */
export const messages = {
  unknown_document: { en: "There is no such document." },
} as const;
