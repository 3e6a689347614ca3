/** Ask a carrier where the packages of a label are. */
import { defineDue } from "#operation/define/due.ts";
import { isTracked, type State } from "../rules.ts";
import { getNextTracking, TRACK } from "../timeline.ts";

export const trackLabelDue = defineDue({
  kind: TRACK,

  async run({ db, enqueue, business_id, due, now }, { subject }) {
    const label = await db.row<{ purchased_at: string | null; state: State }>(
      `select o.purchased_at, o.state from label_order o
         join carrier_account a on a.business_id = o.business_id and a.id = o.carrier_account_id and a.kind <> 'house'
        where o.business_id = $1 and o.id = $2`,
      [business_id, subject],
    );
    // The house carrier knows nothing that its own deliveries do not report themselves.
    if (label === undefined || !isTracked(label.state)) return;
    const next = getNextTracking(label, now);
    if (next === null) return;
    due.set(TRACK, subject, next);
    const data = { business_id, label_order_id: Number(subject) };
    enqueue({ name: "track-label", data, unique_key: subject });
  },
});
