/** Writes jobs, offers and pay, and what they mean for the order. Callers hold the locks (`load.ts`). */
import { pushToDrivers } from "#domain/fleet/fleets/public.ts";
import { changeOrders, getNextStatus, type OrderRow } from "#domain/orders/orders/public.ts";
import type { Context, Emitted } from "#operation/define/context.ts";
import type { EventKind, PayloadOf } from "#operation/define/events.ts";
import type { StatusCode } from "#otep/codes.gen.ts";
import { type LockedJob, lockRider } from "./load.ts";
import { computePay, type ExplanationStep, isEnded, type JobState, OFFER_S } from "./rules.ts";
import type { JobRow, OfferRow } from "./tables.ts";

export const OFFER_EXPIRES = "instant-rider.offer-expires";
export const SEARCH_AGAIN = "instant-rider.search-again";
export const SEARCH_ENDS = "instant-rider.search-ends";

/** A job explains at most this many steps: a search of ten minutes has fewer. */
const STEPS_MAX = 200;

export type Writing = Context<never>;

export function explain({ now }: Pick<Context, "now">, job: JobRow, step: Omit<ExplanationStep, "at">): void {
  const at = now.toISOString();
  // A search that finds nobody again replaces what it said before.
  const before = job.explanation.at(-1);
  const kept =
    step.what === "nobody" && before?.what === "nobody" ? job.explanation.slice(0, -1) : job.explanation;
  job.explanation = [...kept, { at, ...step }].slice(-STEPS_MAX);
}

export async function saveJob({ db, business_id }: Writing, job: JobRow): Promise<void> {
  job.version += 1;
  await db.execute(
    `update instant_job set state = $3, reason = $4, driver_id = $5, fleet_id = $6, rates = $7, tip_minor = $8, note = $9,
       former_driver_ids = $10, explanation = $11, refusals = $12, searching_since = $13, accepted_at = $14, at_pickup_at = $15,
       picked_up_at = $16, at_dropoff_at = $17, return_since = $18, ended_at = $19, cod_collected_minor = $20, version = $21
      where business_id = $1 and id = $2`,
    [
      business_id,
      job.id,
      job.state,
      job.reason,
      job.driver_id,
      job.fleet_id,
      job.rates === null ? null : JSON.stringify(job.rates),
      job.tip_minor,
      job.note,
      job.former_driver_ids,
      JSON.stringify(job.explanation),
      job.refusals,
      job.searching_since,
      job.accepted_at,
      job.at_pickup_at,
      job.picked_up_at,
      job.at_dropoff_at,
      job.return_since,
      job.ended_at,
      job.cod_collected_minor,
      job.version,
    ],
  );
}

type JobKind = Extract<EventKind, `job.${string}`>;

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

/** The open offers of a job end, all or that of one rider. */
export async function endOffers(
  context: Writing,
  { job, offers }: LockedJob,
  end: { state: Exclude<OfferRow["state"], "OFFERED">; reason: string | null },
  which: (offer: OfferRow) => boolean = () => true,
): Promise<OfferRow[]> {
  const { db, business_id, now, due } = context;
  const ending = offers.filter((offer) => offer.state === "OFFERED" && which(offer));
  if (ending.length === 0) return [];
  await db.execute(
    "update instant_offer set state = $3, reason = $4, answered_at = $5 where business_id = $1 and id = any($2::bigint[])",
    [business_id, ending.map(({ id }) => id), end.state, end.reason, now],
  );
  for (const offer of ending) {
    Object.assign(offer, end);
    due.clear(OFFER_EXPIRES, offer.id);
    if (end.state !== "ACCEPTED")
      emitJob(context, "job.offer_ended", job, {
        offer_id: offer.id,
        driver_id: offer.driver_id,
        reason: end.reason,
      });
  }
  return ending;
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

export const tellOffer = (context: Writing, job: JobRow, driver_id: number) =>
  tellRider(context, job, driver_id, "instant_offer", OFFER_S);

/** Riders are not searched for any more. */
export function stopSearching({ due }: Writing, job: JobRow): void {
  due.clear(SEARCH_AGAIN, job.id);
  due.clear(SEARCH_ENDS, job.id);
}

const END_KINDS = {
  COMPLETED: "job.completed",
  CANCELLED: "job.cancelled",
  RETURNED: "job.returned",
} as const satisfies Partial<Record<JobState, JobKind>>;

/** A job ends, and its rider is paid. */
export async function endJob(
  context: Writing,
  locked: LockedJob,
  end: {
    state: keyof typeof END_KINDS;
    reason: string | null;
    at?: string;
    proofs?: number;
    return_reason?: string;
  },
): Promise<void> {
  const { job } = locked;
  const at = end.at ?? context.now.toISOString();
  await endOffers(context, locked, { state: "WITHDRAWN", reason: end.reason ?? "ended" });
  stopSearching(context, job);
  job.state = end.state;
  job.reason = end.reason;
  job.ended_at = at;
  explain(context, job, { what: "ended", ...(end.reason === null ? {} : { reason: end.reason }) });
  await saveJob(context, job);
  await payRider(context, job);
  await freeRider(context, job.driver_id);
  emitJob(
    context,
    END_KINDS[end.state],
    job,
    {
      ...(end.proofs === undefined ? {} : { proofs: end.proofs }),
      ...(end.return_reason === undefined ? {} : { return_reason: end.return_reason }),
    },
    at,
  );
}

/** From now on the rider waits for another job. */
export async function freeRider(context: Writing, driver_id: number | null): Promise<void> {
  if (driver_id === null) return;
  await lockRider(context, driver_id);
  await context.db.execute(
    "update instant_rider set idle_since = $3, version = version + 1 where business_id = $1 and driver_id = $2",
    [context.business_id, driver_id, context.now],
  );
}

/** Entries of an ended job, once for each kind. */
async function payRider({ db, business_id, now }: Writing, job: JobRow): Promise<void> {
  if (job.driver_id === null || job.rates === null || !isEnded(job.state)) return;
  const lines = computePay(job, job.rates);
  await db.execute(
    `insert into instant_pay_entry (business_id, job_id, driver_id, kind, quantity, amount_minor, currency, at)
     select $1, $2, $3, p.kind, p.quantity, p.amount_minor, $4, $5
       from json_to_recordset($6::json) as p(kind text, quantity int, amount_minor bigint)
     on conflict do nothing`,
    [business_id, job.id, job.driver_id, job.currency, now, JSON.stringify(lines)],
  );
}

/** What a step of the job means for the status of the order, as a decision. */
export async function moveOrder(
  context: Writing,
  order: OrderRow,
  trigger: "dispatch" | "unplan" | "start_return",
  { code, driver_id, reason }: { code: StatusCode; driver_id: number | null; reason?: string },
): Promise<OrderRow> {
  const status = getNextStatus(order.status, trigger);
  if (status === null) return order;
  const [after] = await changeOrders(context, [
    {
      order,
      set: { status },
      kind: trigger === "start_return" ? "order.return_started" : "order.status_changed",
      trigger,
      ...(reason === undefined ? {} : { payload: { reason } }),
      tracking: {
        code,
        ...(driver_id === null ? {} : { actor: { type: "driver" as const, id: String(driver_id) } }),
      },
    },
  ]);
  return after ?? order;
}
