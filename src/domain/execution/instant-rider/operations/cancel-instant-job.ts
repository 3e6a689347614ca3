/** Stop the job of an order before its pickup: the order is the business's again, and may be planned. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { OrderId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { business_messages } from "../business-messages.ts";
import { endJob, moveOrder } from "../job-effects.ts";
import { lockOrderWithJob, tellRider } from "../records/job.ts";
import { isEnded, WITH_GOODS } from "../rules.ts";
import { JobDetail } from "../shapes.ts";
import { loadJobDetail } from "../views.ts";

export const cancelInstantJob = defineOperation({
  name: "clientInstantCancel",
  summary: "Stop the instant delivery of an order",
  access: { scopes: ["dispatch:write"] },
  feature: "instant_deliver",
  rest: { method: "POST", path: "/api/v1/client/instant/{order_id}/cancel" },
  input: Type.Object({
    order_id: Ref("order", OrderId),
    reason: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  output: Type.Object({ result: Type.Boolean(), ...JobDetail.properties }),
  refusals: { no_job: "conflict", goods_with_rider: "conflict" },

  async run(context, { order_id, reason }) {
    const { refuse } = context;
    const { locked } = await lockOrderWithJob(context, order_id);
    if (locked === undefined || isEnded(locked.job.state))
      throw refuse("no_job", { message: business_messages.no_job });
    const { job } = locked;
    if (WITH_GOODS.includes(job.state))
      throw refuse("goods_with_rider", { message: business_messages.goods_with_rider });
    if (job.driver_id !== null)
      locked.order = await moveOrder(context, locked.order, "unplan", {
        code: "otep:instant:rider_unassigned",
        driver_id: null,
        reason,
      });
    await endJob(context, locked, { state: "CANCELLED", reason: "stopped_by_business" });
    await tellRider(context, job, job.driver_id, "instant_job_cancelled");
    return { result: true, ...(await loadJobDetail(context, job)) };
  },
});
