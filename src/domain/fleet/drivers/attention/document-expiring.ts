/** A document of an active driver expires soon or has expired. It ends when one that is valid for longer is accepted. */
import { defineAttention, toAffectedRecord, toRecordId } from "#operation/define/attention.ts";
import { toInstant } from "#vocabulary/calendar.ts";
import { titles } from "../attention-titles.ts";

const ofDriver = ({ payload }: Parameters<typeof toRecordId>[0]) => [Number(payload["driver_id"])];

export const documentExpiring = defineAttention({
  kind: "document_expiring",
  severity: "info",
  record_kind: "driver",
  title: titles.document_expiring,
  threshold: { unit: "days", value: 14, maximum: 365 },
  opens_after: {
    "driver.document_accepted": ofDriver,
    "driver.document_refused": ofDriver,
    "driver.approved": toRecordId,
    "driver.changed": toRecordId,
  },
  clears_after: { "driver.suspended": toAffectedRecord },
  searches_whole_business: true,
  actions: [
    {
      operation: "driverinfoDocumentAdd",
      input: ({ subject_id, facts }) => ({ driver_id: subject_id, kind: facts["document_kind"] }),
    },
  ],
  async find({ db, business_id, time_zone, threshold_ms }, ids) {
    const rows = await db.rows<{ id: number; driver_id: number; kind: string; expires_date: string }>(
      `select d.id, d.driver_id, d.kind, d.expires_date from driver_document d
       join driver v on v.business_id = $1 and v.id = d.driver_id and v.status = 'active'
       where d.business_id = $1 and d.status = 'accepted' and d.expires_date is not null and ($2::bigint[] is null or d.driver_id = any($2))
         and not exists (select from driver_document n where n.business_id = $1 and n.driver_id = d.driver_id and n.kind = d.kind
           and n.status = 'accepted' and n.id <> d.id
           and (n.expires_date is null or (n.expires_date, n.id) > (d.expires_date, d.id)))
       order by d.id`,
      [business_id, ids],
    );
    return rows.map(({ id, driver_id, kind, expires_date }) => ({
      subject_id: driver_id,
      key: `document ${id}`,
      at: new Date(toInstant(expires_date, "00:00", time_zone).getTime() - threshold_ms),
      facts: { document_id: id, document_kind: kind, expires_date },
    }));
  },
});
