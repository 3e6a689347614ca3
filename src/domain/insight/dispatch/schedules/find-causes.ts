/**
 * Look each minute for causes that begin with the time alone: orders that nobody planned, stops past their window.
 *
 * One run for all businesses, and one transaction for each: a row of `due` for each order or stop would cost a statement
 * where they are created.
 */
import { listBusinessIds } from "#operation/caller/business.ts";
import { defineSchedule } from "#operation/define/schedule.ts";
import { buildConsumerContext } from "#operation/run/consumers.ts";
import { evaluateCauses } from "../evaluate-causes.ts";

const NAME = "dispatch.find-causes";

export const findCauses = defineSchedule({
  name: NAME,
  scope: "installation",
  when: { every_s: 60 },
  retries: 0,
  expires_s: 600,

  async run({ runtime, transaction, stopping }) {
    const queries = [...runtime.registry.attention.values()]
      .filter(({ every_minute }) => every_minute)
      .map(({ kind }) => ({ kind, record_ids: null }));
    const businesses = await transaction(({ db }) => listBusinessIds(db, { only_active: true }));
    const work = buildConsumerContext(runtime, NAME);
    for (const id of businesses) {
      let is_cut = true;
      while (is_cut && !stopping())
        is_cut = await work.transaction(id, (context) => evaluateCauses(context, queries));
    }
  },
});
