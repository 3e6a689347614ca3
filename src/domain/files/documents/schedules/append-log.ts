/** Append each minute what was issued and revoked to the log, and sign its root; at least once a day. */
import { defineSchedule } from "#operation/define/schedule.ts";
import { getSigner } from "../keys/signer.ts";
import { appendPendingEntries, BATCH_MAX } from "../log/append.ts";

export const appendLog = defineSchedule({
  name: "documents.append-log",
  scope: "installation",
  when: { every_s: 60 },
  retries: 0,
  expires_s: 300,

  async run({ reader, now, transaction, stopping }) {
    const signer = await getSigner(reader);
    let added = BATCH_MAX;
    while (added === BATCH_MAX && !stopping())
      added = await transaction(({ db }) => appendPendingEntries(db, signer, now));
  },
});
