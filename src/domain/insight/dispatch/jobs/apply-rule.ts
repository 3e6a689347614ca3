/** Look at all records of a kind after its rule changed. */
import { defineJob } from "#operation/define/job.ts";
import { evaluateCauses } from "../evaluate-causes.ts";

export const APPLY_RULE = "dispatch.apply-rule";

export const applyRule = defineJob({
  name: APPLY_RULE,
  retries: 5,
  expires_s: 300,

  async run({ transaction, stopping }, data) {
    const kind = String(data["kind"]);
    let is_cut = true;
    while (is_cut && !stopping())
      is_cut = await transaction((context) => evaluateCauses(context, [{ kind, record_ids: null }]));
  },
});
