/** Tells people who watch a timeline of its new status, after the commit of the events that changed it. */
import { defineJob } from "#operation/define/job.ts";
import { loadTimeline } from "../timeline.ts";
import { notifyWatchers } from "../watches.ts";

export const notifyWatchersJob = defineJob({
  name: "notify-watchers",
  retries: 5,
  expires_s: 60,

  async run(job, data) {
    const key = String(data["timeline"]);
    await job.transaction(async (context) => {
      const timeline = await loadTimeline(context.db, context.business_id, key);
      if (timeline !== undefined) await notifyWatchers(context, key, timeline);
    });
  },
});
