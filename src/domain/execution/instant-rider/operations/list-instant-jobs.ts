/** Jobs of the business: those under way, and the history. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, OrderId, StringEnum } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import type { JobRow } from "../records/job.ts";
import { ENDED_STATES, JOB_STATES, OPEN_STATES } from "../rules.ts";
import { Job } from "../shapes.ts";
import { loadJobViews } from "../views.ts";

export const listInstantJobs = defineOperation({
  name: "clientInstantJobs",
  summary: "List instant deliveries",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["dispatch:read"] },
  feature: "instant_deliver",
  rest: { method: "GET", path: "/api/v1/client/instant/jobs" },
  input: Type.Object({
    ...PageInput,
    open: Type.Optional(Type.Boolean({ description: "Those under way, or those that have ended." })),
    state: Type.Optional(StringEnum(JOB_STATES)),
    driver_id: Type.Optional(Id),
    order_id: Type.Optional(OrderId),
  }),
  output: Type.Object({ ...PageOutput, jobs: Type.Array(Job, { description: "Newest first." }) }),

  async run(context, { open, state, driver_id, order_id, ...paging }) {
    const { db, business_id } = context;
    const { page, per_page, offset } = readPaging(paging);
    const states = (open === undefined ? JOB_STATES : open ? OPEN_STATES : ENDED_STATES).filter(
      (one) => state === undefined || one === state,
    );
    const found = `from instant_job where business_id = $1 and state = any($2::text[])
      and ($3::bigint is null or driver_id = $3) and ($4::bigint is null or order_id = $4)`;
    const values = [business_id, states, driver_id ?? null, order_id ?? null];
    const [jobs, counted] = await Promise.all([
      db.rows<JobRow>(`select * ${found} order by id desc limit $5 offset $6`, [...values, per_page, offset]),
      db.row<{ total: number }>(`select count(*) as total ${found}`, values),
    ]);
    return {
      result: true,
      total: counted?.total ?? 0,
      page,
      per_page,
      jobs: await loadJobViews(context, jobs),
    };
  },
});
