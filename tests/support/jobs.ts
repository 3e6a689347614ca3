/** Runs queued jobs, for tests whose service does not run them itself. */
import { runJob } from "#operation/run/workers.ts";
import type { TestService } from "./service.ts";

/**
 * Takes every job of a name that waits from the queue, or those of one business; each is run when it is called, as often as
 * it is.
 */
export async function takeQueued(
  service: TestService,
  name: string,
  business_id?: number,
): Promise<(() => Promise<void>)[]> {
  const job = service.runtime.registry.jobs.get(name);
  if (job === undefined) throw new Error(`There is no job ${name}.`);
  // Its tables can be read once the queue has started.
  await service.open();
  const waiting = await service.system.rows<{ data: Record<string, unknown> }>(
    `with taken as (update pgboss.job set state = 'completed', completed_on = now()
       where name = $1 and state = 'created' and ($2::bigint is null or (data->>'business_id')::bigint = $2)
       returning data, created_on)
     select data from taken order by created_on`,
    [name, business_id ?? null],
  );
  return waiting.map(
    ({ data }) =>
      () =>
        runJob(service.runtime, job, data, () => false),
  );
}

/** Every job of a name that waits, or those of one business, one after the other. */
export async function runQueued(service: TestService, name: string, business_id?: number): Promise<void> {
  for (const run of await takeQueued(service, name, business_id)) await run();
}

/** The job of a schedule, as if its time had come. */
export async function runSchedule(service: TestService, name: string, business_id?: number): Promise<void> {
  const job = service.runtime.registry.jobs.get(name);
  if (job === undefined || !service.runtime.registry.schedules.has(name))
    throw new Error(`There is no schedule ${name}.`);
  await runJob(service.runtime, job, business_id === undefined ? {} : { business_id }, () => false);
}
