/** Text of the refusals of files. */
export const messages = {
  unknown_file: { en: "There is no such file." },
  unknown_subject: { en: "There is no such record, or it has no files." },
} as const;
