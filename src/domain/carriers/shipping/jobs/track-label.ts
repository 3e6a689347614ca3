/** Ask the carrier where the packages of a label are, and write what it says into the timeline; its end closes the label. */
import { loadTimeline, storeTrackingEvents } from "#domain/tracking/tracking/public.ts";
import { defineJob } from "#operation/define/job.ts";
import { changeBoughtLabel, LabelRecord, lockLabel } from "../records/label.ts";
import { isTracked } from "../rules.ts";
import { buildTimelineKey, findEnd, findPublicNumber, toStoredEvents } from "../timeline.ts";
import { trackLabel } from "../track.ts";

export const trackLabelJob = defineJob({
  name: "track-label",
  retries: 2,
  expires_s: 180,
  unique: "unfinished",

  async run(job, data) {
    const id = Number(data["label_order_id"]);
    const { reader } = job;
    const order = await LabelRecord.find(reader, id);
    if (order === undefined || !isTracked(order.state)) return;
    const track_answer = await trackLabel(reader, order);
    const tracking_number = await findPublicNumber(reader, id);
    // It is asked again at its next time.
    if (track_answer === null || tracking_number === undefined) return;
    await job.transaction(async (context) => {
      const locked = await lockLabel(context, id);
      if (locked === undefined) return;
      const key = buildTimelineKey(id);
      const before = await loadTimeline(context.db, context.business_id, key);
      const events = toStoredEvents(job, { id, tracking_number }, track_answer, before?.status?.code);
      if (events.length === 0) return;
      await storeTrackingEvents(
        context,
        events.map((event) => ({ number: key, event })),
      );
      const timeline = await loadTimeline(context.db, context.business_id, key);
      const closed_at = timeline === undefined ? null : findEnd(timeline);
      if (closed_at !== null && locked.closed_at === null)
        await changeBoughtLabel(context, locked, { columns: { closed_at } });
    });
  },
});
