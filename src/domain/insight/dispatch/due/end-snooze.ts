/** Open a snoozed item again at its time. */
import { defineDue } from "#operation/define/due.ts";
import { SNOOZE_END } from "../records/attention-item.ts";

export const endSnooze = defineDue({
  kind: SNOOZE_END,

  async run({ db, business_id, now, emit }, { subject }) {
    const id = Number(subject);
    const opened = await db.execute(
      `update attention_item set state = 'open', snoozed_until = null, version = version + 1
        where business_id = $1 and id = $2 and state = 'snoozed' and snoozed_until <= $3`,
      [business_id, id, now],
    );
    if (opened === 0) return;
    emit({
      subject: { type: "attention_item", id },
      kind: "attention.reopened",
      payload: { reason: "snooze_ended" },
      before: { state: "snoozed" },
      after: { state: "open" },
    });
  },
});
