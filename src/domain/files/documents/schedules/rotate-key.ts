/** Replace the key that signs documents after a year. Those before it remain public. */
import { defineSchedule } from "#operation/define/schedule.ts";
import { rotateKey } from "../keys/signer.ts";

export const rotateDocumentKey = defineSchedule({
  name: "documents.rotate-key",
  scope: "installation",
  when: { at: "03:10" },
  retries: 2,
  expires_s: 60,
  run: ({ reader }) => rotateKey(reader),
});
