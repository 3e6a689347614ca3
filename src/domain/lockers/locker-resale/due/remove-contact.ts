/** A handover is over, and nobody can dispute it any more: the buyer's contact is of no use. */
import { defineDue } from "#operation/define/due.ts";
import { CONTACT_END } from "../change.ts";
import { HandoverRecord } from "../records/handover.ts";

export const removeContact = defineDue({
  kind: CONTACT_END,

  async run(context, { subject }) {
    const row = await HandoverRecord.lock(context, Number(subject));
    if (row === undefined || row.ended_at === null || row.buyer_contact === null) return;
    await HandoverRecord.change(context, row, { buyer_contact: null, link_sealed: null });
  },
});
