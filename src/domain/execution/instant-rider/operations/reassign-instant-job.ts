/** Take a job away from its rider before the pickup, and search another one or ask one by name. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, OrderId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { ASK_REFUSALS, askRider } from "../ask-rider.ts";
import { business_messages } from "../business-messages.ts";
import { takeFromRider } from "../give-back.ts";
import { lockOrderWithJob, tellRider } from "../records/job.ts";
import { BEFORE_PICKUP, WITH_GOODS } from "../rules.ts";
import { askNext } from "../search.ts";
import { JobDetail } from "../shapes.ts";
import { loadJobDetail } from "../views.ts";

export const reassignInstantJob = defineOperation({
  name: "clientInstantReassign",
  summary: "Withdraw a job from its rider",
  access: { scopes: ["dispatch:write"] },
  feature: "instant_deliver",
  rest: { method: "POST", path: "/api/v1/client/instant/{order_id}/reassign" },
  input: Type.Object({
    order_id: Ref("order", OrderId),
    driver_id: Type.Optional(
      Ref("driver", { ...Id, description: "Ask this rider; the best one when absent." }),
    ),
    reason: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  output: Type.Object({ result: Type.Boolean(), ...JobDetail.properties }),
  refusals: { ...ASK_REFUSALS, no_job: "conflict", goods_with_rider: "conflict" },

  async run(context, { order_id, driver_id, reason }) {
    const { refuse } = context;
    const { locked } = await lockOrderWithJob(context, order_id);
    if (locked !== undefined && WITH_GOODS.includes(locked.job.state))
      throw refuse("goods_with_rider", { message: business_messages.goods_with_rider });
    if (locked === undefined || !BEFORE_PICKUP.includes(locked.job.state))
      throw refuse("no_job", { message: business_messages.no_job });
    const former = locked.job.driver_id;
    await takeFromRider(context, locked, { what: "taken_away", reason });
    await tellRider(context, locked.job, former, "instant_job_cancelled");
    if (driver_id === undefined) await askNext(context, locked);
    else await askRider(context, locked, driver_id);
    return { result: true, ...(await loadJobDetail(context, locked.job)) };
  },
});
