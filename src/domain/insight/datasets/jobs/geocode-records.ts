/**
 * Empties the queue of a business: some rows are claimed, looked up outside any transaction, and stored. The geocoder's own
 * rate limits the speed. When the day's rows are used, it goes on the next day.
 */
import { defineJob, type JobContext } from "#operation/define/job.ts";
import {
  type Claimed,
  chooseAnswer,
  claimRows,
  enqueueGeocoding,
  hasGeocoder,
  type Located,
  storeLocated,
} from "../geocoding.ts";

const RETRY_S = 60;

export const geocodeRecordsJob = defineJob({
  name: "datasets.geocode",
  retries: 10,
  expires_s: 3600,
  unique: "queued",

  async run(job) {
    // The rows wait; a schedule goes on where a geocoder is configured.
    if (!hasGeocoder(job.runtime.providers)) return;
    for (;;) {
      if (job.stopping()) throw new Error("The service is stopping; geocoding continues at the next start.");
      const claim = await job.transaction(async (context) => {
        const claimed = await claimRows(context);
        if ("wait_until" in claimed)
          enqueueGeocoding(context, Math.ceil((claimed.wait_until.getTime() - context.now.getTime()) / 1000));
        return claimed;
      });
      if ("wait_until" in claim || claim.is_empty) return;
      if (claim.rows.length === 0) continue;
      const results: { claimed: Claimed; located: Located }[] = [];
      for (const claimed of claim.rows) results.push({ claimed, located: await locate(job, claimed) });
      const is_unreachable = results.every(({ located }) => located === "unreachable");
      await job.transaction(async (context) => {
        await storeLocated(context, results);
        if (is_unreachable) enqueueGeocoding(context, RETRY_S);
      });
      if (is_unreachable) return;
    }
  },
});

async function locate({ runtime, reader }: JobContext, { address }: Claimed): Promise<Located> {
  const { text: _text, ...place } = address;
  const country = place.country ?? reader.business.country;
  try {
    const answers = await runtime.providers.geocoder.geocode(
      { ...place, ...(country ? { country } : {}) },
      3,
    );
    return chooseAnswer(answers, address);
  } catch (error) {
    runtime.log.warn({ err: error }, "the geocoder could not be asked about a record of a dataset");
    return "unreachable";
  }
}
