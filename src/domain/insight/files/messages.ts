/** Text of the refusals of files. */
export const messages = {
  unknown_file: { en: "There is no such file." },
} as const;
