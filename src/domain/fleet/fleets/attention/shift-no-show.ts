/** A driver did not begin a shift in time. It ends when somebody works it, when it is cancelled, or when it is over. */
import { defineAttention, toAffectedRecord, toRecordId } from "#operation/define/attention.ts";
import { titles } from "../attention-titles.ts";

export const shiftNoShow = defineAttention({
  kind: "shift_no_show",
  severity: "critical",
  record_kind: "shift",
  title: titles.shift_no_show,
  opens_after: { "shift.no_show": toRecordId },
  clears_after: {
    "shift.started": toAffectedRecord,
    "shift.assigned": toAffectedRecord,
    "shift.cancelled": toAffectedRecord,
  },
  searches_whole_business: true,
  actions: [
    { operation: "shiftAssign", input: ({ subject_id }) => ({ shift_id: subject_id }) },
    { operation: "shiftCancel", input: ({ subject_id }) => ({ shift_id: subject_id }) },
  ],
  async find({ db, business_id, now }, ids) {
    const rows = await db.rows<{ id: number; fleet_id: number; driver_id: number; starts_at: string }>(
      `select id, fleet_id, driver_id, starts_at from shift
        where business_id = $1 and status = 'NO_SHOW' and ends_at > $3 and ($2::bigint[] is null or id = any($2))`,
      [business_id, ids, now],
    );
    return rows.map(({ id, fleet_id, driver_id, starts_at }) => ({
      subject_id: id,
      key: `${driver_id} ${new Date(starts_at).toISOString()}`,
      at: starts_at,
      facts: { fleet_id, driver_id, starts_at: new Date(starts_at).toISOString() },
    }));
  },
});
