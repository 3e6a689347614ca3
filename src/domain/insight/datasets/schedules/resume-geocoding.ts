/**
 * Continues queues of addresses that no job empties any more: rows were queued while there was no geocoder, a job was lost with
 * its process, or its rows were left when an address changed meanwhile.
 */
import { defineSchedule } from "#operation/define/schedule.ts";
import { hasGeocoder } from "../geocoding.ts";

export const resumeGeocoding = defineSchedule({
  name: "datasets.resume-geocoding",
  scope: "installation",
  when: { every_s: 120 },
  retries: 0,
  expires_s: 60,

  async run({ runtime, transaction }) {
    if (!hasGeocoder(runtime.providers)) return;
    await transaction(async ({ db, now, enqueue }) => {
      const waiting = await db.rows<{ business_id: number }>(
        `select b.id as business_id from business b where b.status = 'active' and exists (
           select from dataset_record r where r.business_id = b.id and r.geocode_state = 'queued' and r.queued_at <= $1)`,
        [now],
      );
      // One that is enqueued already is not enqueued twice.
      for (const { business_id } of waiting)
        enqueue({
          name: "datasets.geocode",
          data: { business_id, account_id: null },
          unique_key: `${business_id}`,
        });
    });
  },
});
