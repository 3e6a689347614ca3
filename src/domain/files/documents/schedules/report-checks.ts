/** Report each hour how often documents were checked, as events: one for each version, day and verdict that was checked since. */
import { defineSchedule } from "#operation/define/schedule.ts";
import { takeUnreportedChecks } from "../records/document-check.ts";

/** Of one transaction. */
const CHECKS_MAX = 500;

export const reportDocumentChecks = defineSchedule({
  name: "documents.report-checks",
  scope: "installation",
  when: { every_s: 3600 },
  retries: 1,
  expires_s: 600,

  async run({ transaction, stopping }) {
    let count = CHECKS_MAX;
    while (count === CHECKS_MAX && !stopping())
      count = await transaction(async ({ db, emit }) => {
        const checks = await takeUnreportedChecks(db, CHECKS_MAX);
        for (const { business_id, document_id, version, date, verdict, new_count } of checks)
          emit({
            subject: { type: "document", id: document_id },
            business_id,
            kind: "document.verified",
            payload: { version, date, verdict, count: new_count },
          });
        return checks.length;
      });
  },
});
