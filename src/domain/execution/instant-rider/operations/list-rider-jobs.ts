/** Jobs that the caller has, or all with those of the past. */

import Type from "typebox";
import { getOwnDriver } from "#domain/execution/driver-app/public.ts";
import { defineList, parameter } from "#operation/define/list.ts";
import type { JobRow } from "../records/job.ts";
import { RIDER_READ } from "../refusals.ts";
import { ACTIVE_STATES } from "../rules.ts";
import { RiderJob } from "../shapes.ts";
import { loadRiderJobs } from "../views.ts";

export const listRiderJobs = defineList({
  name: "instantRiderJobs",
  summary: "List own jobs",
  ...RIDER_READ,
  rest: { method: "GET", path: "/api/v1/instant-rider/jobs" },
  filters: {
    active: parameter(Type.Boolean({ description: "Only those that have not ended." })),
  },
  rows: { jobs: Type.Array(RiderJob, { description: "Newest first." }) },
  from: "instant_job",
  where: ["driver_id = $driver", "not $active or state = any($active_states::text[])"],
  order: "id desc",
  values: async (context, { active = false }) => ({
    driver: (await getOwnDriver(context, { lock: false })).id,
    active,
    active_states: ACTIVE_STATES,
  }),
  buildAll: (jobs: readonly JobRow[], context) => loadRiderJobs(context, jobs),
});
