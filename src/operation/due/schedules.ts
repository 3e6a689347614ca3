/** Schedules as due tasks: a row for the next run of each, which enqueues a job and sets the run after it. */
import { systemDb } from "#platform/db/db.ts";
import type { DueHandler } from "../define/due.ts";
import type { Job } from "../define/job.ts";
import type { Runtime } from "../define/runtime.ts";
import { computeNextRun, type Schedule } from "../define/schedule.ts";

/** Subject of the row of a schedule's next run. */
const NEXT_RUN = "next run";

/** The job that a schedule enqueues. */
export function buildScheduleJob({ name, family, scope, retries, expires_s, run }: Schedule): Job {
  return {
    is_job: true,
    name,
    family,
    retries,
    expires_s,
    unique: "unfinished",
    ...(scope === "installation" ? { cross_tenant: true } : {}),
    run: (job) => run(job),
  };
}

export function buildScheduleDue({ name, family, scope, when }: Schedule): DueHandler {
  return {
    is_due: true,
    kind: name,
    family,
    async run({ db, business_id, now, enqueue, due }, { subject }) {
      if (subject !== NEXT_RUN) return;
      let time_zone = "UTC";
      if (scope === "business") {
        const business = await db.row<{ time_zone: string }>(
          "select time_zone from business where id = $1 and status = 'active'",
          [business_id],
        );
        // One that is active again gets a row like a new one.
        if (business === undefined) return;
        time_zone = business.time_zone;
      }
      due.set(name, subject, computeNextRun(when, now, time_zone));
      // A run that takes longer than the pause until the next one is not followed by two.
      enqueue({
        name,
        data: scope === "business" ? { business_id } : {},
        unique_key: String(business_id),
      });
    },
  };
}

const ADD_INSTALLATION = `insert into due (kind, subject, due_at, next_at) values ($1, $2, $3, $3)
  on conflict (business_id, kind, subject) do update set due_at = excluded.due_at, next_at = excluded.due_at
    where due.due_at > excluded.due_at`;
const MISSING = `select id, time_zone from business b where status = 'active'
  and not exists (select from due d where d.business_id = b.id and d.kind = $1 and d.subject = $2)`;
const ADD = `insert into due (business_id, kind, subject, due_at, next_at) values ($1, $2, $3, $4, $4)
  on conflict (business_id, kind, subject) do nothing`;

/**
 * Sets the first run of schedules, and of businesses, that have none; a row that is there stays, so that a run that was
 * missed is made up for. A schedule whose interval became shorter does not wait for the end of the longer one.
 */
export async function setFirstRuns({ registry, pools, now }: Runtime): Promise<void> {
  const system = systemDb(pools.system);
  const at = now();
  for (const { name, scope, when } of registry.schedules.values()) {
    if (scope === "installation") {
      await system.execute(ADD_INSTALLATION, [name, NEXT_RUN, computeNextRun(when, at, "UTC")]);
      continue;
    }
    for (const business of await system.rows<{ id: number; time_zone: string }>(MISSING, [name, NEXT_RUN]))
      await system.execute(ADD, [business.id, name, NEXT_RUN, computeNextRun(when, at, business.time_zone)]);
  }
}
