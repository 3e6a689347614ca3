/** Jobs that the caller has, or all with those of the past. */
import Type from "typebox";
import { getOwnDriver } from "#domain/execution/driver-app/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import type { JobRow } from "../records/job.ts";
import { RIDER_READ } from "../refusals.ts";
import { ACTIVE_STATES } from "../rules.ts";
import { RiderJob } from "../shapes.ts";
import { loadRiderJobs } from "../views.ts";

export const listRiderJobs = defineOperation({
  name: "instantRiderJobs",
  summary: "List own jobs",
  ...RIDER_READ,
  rest: { method: "GET", path: "/api/v1/instant-rider/jobs" },
  input: Type.Object({
    ...PageInput,
    active: Type.Optional(Type.Boolean({ description: "Only those that have not ended." })),
  }),
  output: Type.Object({ ...PageOutput, jobs: Type.Array(RiderJob, { description: "Newest first." }) }),

  async run(context, { active = false, ...paging }) {
    const { db, business_id } = context;
    const driver = await getOwnDriver(context, { lock: false });
    const { page, per_page, offset } = readPaging(paging);
    const own =
      "from instant_job where business_id = $1 and driver_id = $2 and (not $3 or state = any($4::text[]))";
    const values = [business_id, driver.id, active, ACTIVE_STATES];
    const [jobs, counted] = await Promise.all([
      db.rows<JobRow>(`select * ${own} order by id desc limit $5 offset $6`, [...values, per_page, offset]),
      db.row<{ total: number }>(`select count(*) as total ${own}`, values),
    ]);
    return {
      result: true,
      total: counted?.total ?? 0,
      page,
      per_page,
      jobs: await loadRiderJobs(context, jobs),
    };
  },
});
