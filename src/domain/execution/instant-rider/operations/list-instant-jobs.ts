/** Jobs of the business: those under way, and the history. */
import Type from "typebox";
import { defineList, filter, parameter } from "#operation/define/list.ts";
import { OrderId, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import type { JobRow } from "../records/job.ts";
import { ENDED_STATES, JOB_STATES, OPEN_STATES } from "../rules.ts";
import { Job } from "../shapes.ts";
import { loadJobViews } from "../views.ts";

export const listInstantJobs = defineList({
  name: "clientInstantJobs",
  summary: "List instant deliveries",
  access: { scopes: ["dispatch:read"] },
  feature: "instant_deliver",
  rest: { method: "GET", path: "/api/v1/client/instant/jobs" },
  filters: {
    open: parameter(Type.Boolean({ description: "Those under way, or those that have ended." })),
    state: parameter(StringEnum(JOB_STATES)),
    driver_id: filter(Ref("driver")),
    order_id: filter(Ref("order", OrderId)),
  },
  rows: { jobs: Type.Array(Job, { description: "Newest first." }) },
  from: "instant_job",
  where: "state = any($states::text[])",
  order: "id desc",
  values: (_, { open, state }) => ({
    states: (open === undefined ? JOB_STATES : open ? OPEN_STATES : ENDED_STATES).filter(
      (one) => state === undefined || one === state,
    ),
  }),
  buildAll: (rows: JobRow[], context) => loadJobViews(context, rows),
});
