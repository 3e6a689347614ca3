/**
 * Jobs: what one is, and how it is found, locked, explained, changed and told. Locks are taken in one order: order, job, offers, riders.
 */
import { getOwnDriver } from "#domain/execution/driver-app/public.ts";
import { pushToDrivers } from "#domain/fleet/fleets/public.ts";
import { getLockedOrder, lockOrder, type OrderRow } from "#domain/orders/orders/public.ts";
import type { Context, Emitted } from "#operation/define/context.ts";
import type { EventKind, PayloadOf } from "#operation/define/events.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { business_messages } from "../business-messages.ts";
import { messages } from "../messages.ts";
import type { RiderContext } from "../refusals.ts";
import type { ExplanationStep, JobState, PayRates } from "../rules.ts";
import type { OfferRow } from "./offer.ts";

export interface JobRow extends Row<"instant_job"> {
  state: JobState;
  /** Of the fleet, as they were when the rider accepted. */
  rates: PayRates | null;
  explanation: ExplanationStep[];
}

export const JobRecord = defineRecord<"instant_job", JobRow>("instant_job", business_messages.unknown_job);

export const SEARCH_AGAIN = "instant-rider.search-again";
export const SEARCH_ENDS = "instant-rider.search-ends";

type Reader = Pick<Context, "db" | "business_id">;
export type Writing = Context<never>;

export interface LockedJob {
  order: OrderRow;
  job: JobRow;
  /** Those that are open. */
  offers: OfferRow[];
}

/** The latest job of an order. */
export function findJobOfOrder({ db, business_id }: Reader, order_id: number): Promise<JobRow | undefined> {
  return db.row<JobRow>(
    "select * from instant_job where business_id = $1 and order_id = $2 order by id desc limit 1",
    [business_id, order_id],
  );
}

/** Everything that a decision about a job reads, locked. */
export async function lockJob(
  context: Reader,
  { id, order_id }: Pick<JobRow, "id" | "order_id">,
): Promise<LockedJob> {
  const { db, business_id } = context;
  const order = await lockOrder(db, business_id, order_id);
  const job = await JobRecord.lock(context, id);
  const offers = await db.rows<OfferRow>(
    "select * from instant_offer where business_id = $1 and job_id = $2 and state = 'OFFERED' order by id for update",
    [business_id, id],
  );
  if (order === undefined || job === undefined) throw new Error("A job has its order.");
  return { order, job, offers };
}

/** An order with its latest job, locked for a command of the business. */
export async function lockOrderWithJob(
  context: Context<never>,
  order_id: number,
): Promise<{ order: OrderRow; locked: LockedJob | undefined }> {
  const { db, business_id } = context;
  const order = await getLockedOrder(db, business_id, order_id);
  const job = await findJobOfOrder(context, order_id);
  return { order, locked: job === undefined ? undefined : await lockJob(context, job) };
}

/** A job that the caller has or had. Others' jobs do not exist for a rider. */
export async function findOwnJob(context: RiderContext, job_id: number): Promise<JobRow> {
  const [driver, job] = await Promise.all([
    getOwnDriver(context, { lock: false }),
    JobRecord.find(context, job_id),
  ]);
  if (job === undefined || job.driver_id !== driver.id)
    throw context.refuse("not_found", { message: messages.unknown_job });
  return job;
}

export async function lockOwnJob(context: RiderContext, job_id: number): Promise<LockedJob> {
  const own_job = await findOwnJob(context, job_id);
  const locked = await lockJob(context, own_job);
  // It may have been taken away while the lock was waited for.
  if (locked.job.driver_id !== own_job.driver_id)
    throw context.refuse("not_found", { message: messages.unknown_job });
  return locked;
}

/** A job explains at most this many steps: a search of ten minutes has fewer. */
const STEPS_MAX = 200;

export function explain({ now }: Pick<Context, "now">, job: JobRow, step: Omit<ExplanationStep, "at">): void {
  const at = now.toISOString();
  // A search that finds nobody again replaces what it said before.
  const before = job.explanation.at(-1);
  const earlier_steps =
    step.what === "nobody" && before?.what === "nobody" ? job.explanation.slice(0, -1) : job.explanation;
  job.explanation = [...earlier_steps, { at, ...step }].slice(-STEPS_MAX);
}

/** Stores what was changed in the row, as its next version. */
export async function saveJob(context: Writing, job: JobRow): Promise<void> {
  const { id: _id, business_id: _business, created_at: _at, version: _version, ...set } = job;
  Object.assign(job, await JobRecord.change(context, job, set));
}

export type JobKind = Extract<EventKind, `job.${string}`>;

export function emitJob(
  { emit }: Writing,
  kind: JobKind,
  job: JobRow,
  more: Partial<PayloadOf<"job.offered">> = {},
  occurred_at?: string,
): void {
  emit({
    subject: { type: "instant_job", id: job.id, ...(kind === "job.created" ? { is_new: true } : {}) },
    kind,
    payload: {
      order_id: job.order_id,
      state: job.state,
      driver_id: job.driver_id,
      reason: job.reason,
      ...more,
    },
    ...(occurred_at === undefined ? {} : { occurred_at }),
  } as Emitted);
}

export async function tellRider(
  context: Writing,
  job: JobRow,
  driver_id: number | null,
  type: string,
  ttl_s?: number,
): Promise<void> {
  await pushToDrivers(context, [driver_id], type, { job_id: job.id, order_id: job.order_id }, ttl_s);
}

/** Riders are not searched for any more. */
export function stopSearching({ due }: Writing, job: JobRow): void {
  due.clear(SEARCH_AGAIN, job.id);
  due.clear(SEARCH_ENDS, job.id);
}
