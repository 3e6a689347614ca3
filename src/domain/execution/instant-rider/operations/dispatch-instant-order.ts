/**
 * Search a rider for an order, again where nobody took it; or ask one rider by name. The job of an order whose service is `instant`
 * begins by itself.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, Minor, OrderId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { ASK_REFUSALS, askRider } from "../ask-rider.ts";
import { business_messages } from "../business-messages.ts";
import { createJob } from "../create-job.ts";
import { loadEnds } from "../ends.ts";
import { findFleetsAt } from "../records/instant-fleet.ts";
import { emitJob, type LockedJob, lockOrderWithJob } from "../records/job.ts";
import { endOffers } from "../records/offer.ts";
import { findDispatchRefusal, isActive, isEnded } from "../rules.ts";
import { askNext, startSearch } from "../search.ts";
import { JobDetail } from "../shapes.ts";
import { loadJobDetail } from "../views.ts";

export const dispatchInstantOrder = defineOperation({
  name: "clientInstantDispatch",
  summary: "Search a rider for an order",
  access: { scopes: ["dispatch:write"] },
  feature: "instant_deliver",
  rest: { method: "POST", path: "/api/v1/client/instant/{order_id}/dispatch" },
  input: Type.Object({
    order_id: Ref("order", OrderId),
    driver_id: Type.Optional(
      Ref("driver", { ...Id, description: "Ask this rider first; the best one when absent." }),
    ),
    tip_minor: Type.Optional({ ...Minor, description: "Kept as it is when absent." }),
    note: Type.Optional(Type.String({ maxLength: 500, description: "For the rider." })),
  }),
  output: Type.Object({ result: Type.Boolean(), ...JobDetail.properties }),
  refusals: {
    ...ASK_REFUSALS,
    job_under_way: "conflict",
    on_route: "conflict",
    assigned: "conflict",
    held_by_carrier: "conflict",
    not_self_delivery: "conflict",
    not_dispatchable: "conflict",
    no_pickup_position: "conflict",
    no_dropoff_position: "conflict",
    outside_zones: "conflict",
  },

  async run(context, { order_id, driver_id, tip_minor, note }) {
    const { refuse } = context;
    const { order, locked: locked_job } = await lockOrderWithJob(context, order_id);
    if (locked_job !== undefined && isActive(locked_job.job.state))
      throw refuse("job_under_way", { message: business_messages.job_under_way });
    const refusal = findDispatchRefusal(order);
    if (refusal !== null)
      throw refuse(refusal, { message: business_messages[refusal], values: { status: order.status } });
    const { pickup = null } = (await loadEnds(context, [order])).get(order.id) ?? {};
    if (typeof pickup?.lat !== "number" || typeof pickup.lng !== "number")
      throw refuse("no_pickup_position", { message: business_messages.no_pickup_position });
    const fleets = await findFleetsAt(context, { lat: pickup.lat, lng: pickup.lng });
    if (fleets.size === 0) throw refuse("outside_zones", { message: business_messages.outside_zones });

    let locked: LockedJob;
    if (locked_job === undefined || isEnded(locked_job.job.state)) {
      const created = await createJob(context, order, { note: note ?? "", tip_minor: tip_minor ?? 0 });
      if ("fault" in created) throw refuse(created.fault, { message: business_messages[created.fault] });
      locked = created.locked;
    } else {
      locked = locked_job;
      await endOffers(context, locked, { state: "WITHDRAWN", reason: "searched_again" });
      await startSearch(context, locked);
      locked.job.tip_minor = tip_minor ?? locked.job.tip_minor;
      locked.job.note = note ?? locked.job.note;
      emitJob(context, "job.changed", locked.job);
    }
    if (driver_id === undefined) await askNext(context, locked);
    else await askRider(context, locked, driver_id);
    return { result: true, ...(await loadJobDetail(context, locked.job)) };
  },
});
