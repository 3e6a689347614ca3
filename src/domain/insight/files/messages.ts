/** Text of the refusals of files. */
export const messages = {
  unknown_file: { en: "There is no such file." },
  not_base64: { en: "content_base64 is not base64." },
  file_too_large: { en: "A file may have {most} bytes." },
  empty_file: { en: "The file has no bytes." },
  type_mismatch: { en: "The bytes are not what content_type says." },
} as const;
