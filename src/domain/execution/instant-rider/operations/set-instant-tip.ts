/** The tip of a job. It can be raised until the job is done and after it, because a rider is paid what was promised. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Minor, OrderId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { business_messages } from "../business-messages.ts";
import { emitJob, lockOrderWithJob, saveJob } from "../records/job.ts";
import { payTip } from "../records/pay-entry.ts";
import { isEnded } from "../rules.ts";
import { JobDetail } from "../shapes.ts";
import { loadJobDetail } from "../views.ts";

export const setInstantTip = defineOperation({
  name: "clientInstantTip",
  summary: "Set the tip of an instant delivery",
  access: { scopes: ["dispatch:write"] },
  feature: "instant_deliver",
  rest: { method: "POST", path: "/api/v1/client/instant/{order_id}/tip" },
  input: Type.Object({
    order_id: Ref("order", OrderId),
    tip_minor: { ...Minor, description: "The whole tip, not what is added." },
  }),
  output: Type.Object({ result: Type.Boolean(), ...JobDetail.properties }),
  refusals: { no_job: "conflict", no_tip_now: "conflict", tip_lowered: "conflict" },

  async run(context, { order_id, tip_minor }) {
    const { refuse } = context;
    const { locked } = await lockOrderWithJob(context, order_id);
    if (locked === undefined) throw refuse("no_job", { message: business_messages.no_job });
    const { job } = locked;
    if (isEnded(job.state) && job.state !== "COMPLETED")
      throw refuse("no_tip_now", { message: business_messages.no_tip_now });
    if (tip_minor < job.tip_minor)
      throw refuse("tip_lowered", {
        message: business_messages.tip_lowered,
        values: { amount: job.tip_minor },
      });
    const added = tip_minor - job.tip_minor;
    if (added > 0) {
      job.tip_minor = tip_minor;
      await saveJob(context, job);
      if (job.state === "COMPLETED") await payTip(context, job, added);
      emitJob(context, "job.changed", job);
    }
    return { result: true, ...(await loadJobDetail(context, job)) };
  },
});
