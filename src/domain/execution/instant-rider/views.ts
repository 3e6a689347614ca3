/** Jobs and offers as riders see them, and as the business does. */
import type Type from "typebox";
import { computeRequiredProofs } from "#domain/execution/driver-app/public.ts";
import {
  loadParcels,
  loadPinTries,
  loadProofPolicies,
  ORDER_COLUMNS,
  type OrderRow,
  PIN_TRIES_MAX,
} from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Place } from "#vocabulary/place.ts";
import { type Ends, loadEnds } from "./ends.ts";
import type { JobRow } from "./records/job.ts";
import type { OfferRow } from "./records/offer.ts";
import { loadPay, type PayEntryRow } from "./records/pay-entry.ts";
import {
  BEFORE_PICKUP,
  computePromisedPay,
  findDispatchRefusal,
  isActive,
  isEnded,
  SEARCH_S,
  WAITING_STATES,
} from "./rules.ts";
import { evaluateRiders } from "./search.ts";
import type { Job, JobDetail, JobOffer, RiderJob, RiderOffer } from "./shapes.ts";

type Reader = Pick<Context, "db" | "business_id" | "business" | "now" | "settings" | "actor">;

function loadJobs({ db, business_id }: Reader, ids: readonly number[]): Promise<JobRow[]> {
  return db.rows<JobRow>(
    "select * from instant_job where business_id = $1 and id = any($2::bigint[]) order by id desc",
    [business_id, [...ids]],
  );
}

async function loadOrders(
  { db, business_id }: Reader,
  ids: readonly number[],
): Promise<Map<number, OrderRow>> {
  const rows = await db.rows<OrderRow>(
    `select ${ORDER_COLUMNS} from delivery_order where business_id = $1 and id = any($2::bigint[])`,
    [business_id, [...new Set(ids)]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** A city with a position to about a kilometre. */
function toArea(place: Place | null): Type.Static<typeof RiderOffer>["pickup_area"] {
  const round = (degrees: number | null | undefined) =>
    typeof degrees === "number" ? Math.round(degrees * 100) / 100 : null;
  return {
    city: place?.city ?? "",
    postal_area: (place?.postal_code ?? "").slice(0, 3),
    lat: round(place?.lat),
    lng: round(place?.lng),
  };
}

/** Open offers of riders, with what a rider may know before accepting. */
export async function loadRiderOffers(
  context: Reader,
  offers: readonly OfferRow[],
): Promise<Type.Static<typeof RiderOffer>[]> {
  if (offers.length === 0) return [];
  const jobs = await loadJobs(
    context,
    offers.map(({ job_id }) => job_id),
  );
  const orders = await loadOrders(
    context,
    jobs.map(({ order_id }) => order_id),
  );
  const ends = await loadEnds(context, [...orders.values()]);
  return offers.flatMap((offer) => {
    const job = jobs.find(({ id }) => id === offer.job_id);
    const order = job === undefined ? undefined : orders.get(job.order_id);
    if (job === undefined || order === undefined) return [];
    const { pickup = null, dropoff = null } = ends.get(order.id) ?? {};
    return [
      {
        id: offer.id,
        job_id: job.id,
        state: offer.state,
        mode: offer.mode,
        pay_minor: offer.pay_minor,
        currency: job.currency,
        pickup_distance_m: offer.pickup_distance_m,
        distance_m: job.distance_m,
        pickup_area: toArea(pickup),
        dropoff_area: toArea(dropoff),
        weight_g: order.weight_g,
        units: order.units,
        cod_minor: order.cod_minor,
        offered_at: offer.offered_at,
        expires_at: offer.expires_at,
        expires_in_ms: Math.max(0, Date.parse(offer.expires_at) - context.now.getTime()),
      },
    ];
  });
}

const toPayLine = ({ kind, quantity, amount_minor }: PayEntryRow) => ({ kind, quantity, amount_minor });

const getTimes = ({ accepted_at, at_pickup_at, picked_up_at, at_dropoff_at, ended_at }: JobRow) => ({
  accepted_at,
  at_pickup_at,
  picked_up_at,
  at_dropoff_at,
  ended_at,
});

const getPromised = ({ rates, distance_m, tip_minor }: JobRow) =>
  rates === null ? null : computePromisedPay(rates, distance_m, tip_minor);

/** Jobs of the calling rider. Once a job has ended, the people and their doors are none of the rider's business. */
export async function loadRiderJobs(
  context: Context<never>,
  jobs: readonly JobRow[],
): Promise<Type.Static<typeof RiderJob>[]> {
  if (jobs.length === 0) return [];
  const active = jobs.filter(({ state }) => isActive(state)).map(({ order_id }) => order_id);
  const [orders, pay, parcels] = await Promise.all([
    loadOrders(
      context,
      jobs.map(({ order_id }) => order_id),
    ),
    loadPay(
      context,
      jobs.map(({ id }) => id),
    ),
    active.length === 0 ? [] : loadParcels(context.db, context.business_id, active),
  ]);
  const guarded = active.filter((id) => orders.get(id)?.requirements.pin_hash !== undefined);
  const [ends, policies, tries] = await Promise.all([
    loadEnds(context, [...orders.values()]),
    loadProofPolicies(context, [...orders.values()]),
    guarded.length === 0 ? new Map<number, number>() : loadPinTries(context.db, context.business_id, guarded),
  ]);
  return jobs.flatMap((job) => {
    const order = orders.get(job.order_id);
    if (order === undefined) return [];
    const shows = isActive(job.state);
    const { pickup = null, dropoff = null }: Partial<Ends> = shows ? (ends.get(order.id) ?? {}) : {};
    const policy = policies.get(order.id) ?? { business: [], customer: [] };
    const { pin_hash = null } = shows ? order.requirements : {};
    const remaining_tries = Math.max(0, PIN_TRIES_MAX - (tries.get(order.id) ?? 0));
    return [
      {
        id: job.id,
        order_id: job.order_id,
        state: job.state,
        reason: job.reason,
        order_ref: order.ref,
        tracking_number: order.tracking_number,
        pickup,
        dropoff,
        delivery_instruction: shows ? order.delivery_instruction : "",
        parcels: parcels
          .filter(({ order_id }) => order_id === order.id)
          .map(({ label_code, tracking_number }) => ({ label_code, tracking_number })),
        proofs_required: shows ? computeRequiredProofs(order, "dropoff", policy) : [],
        // Without a try left the phone gets no digest to check against.
        pin_hash: remaining_tries > 0 ? pin_hash : null,
        pin_tries_left: pin_hash === null ? null : remaining_tries,
        cod_minor: order.cod_minor,
        cod_currency: order.currency,
        distance_m: job.distance_m,
        note: job.note,
        promised_minor: getPromised(job) ?? 0,
        currency: job.currency,
        pay: pay.filter(({ job_id }) => job_id === job.id).map(toPayLine),
        ...getTimes(job),
        version: job.version,
      },
    ];
  });
}

export async function loadRiderJob(context: Context<never>, job: JobRow) {
  const [view] = await loadRiderJobs(context, [job]);
  if (view === undefined) throw new Error("A job has its order.");
  return view;
}

interface DriverFacts {
  id: number;
  name: string;
  lat: number | null;
  lng: number | null;
  position_at: string | null;
}

async function loadDrivers(
  { db, business_id }: Reader,
  ids: readonly (number | null | undefined)[],
): Promise<Map<number, DriverFacts>> {
  const rows = await db.rows<DriverFacts>(
    "select id, name, lat, lng, position_at from driver where business_id = $1 and id = any($2::bigint[])",
    [business_id, [...new Set(ids.filter((id) => typeof id === "number"))]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function loadOffers(
  { db, business_id }: Reader,
  job_ids: readonly number[],
  open: boolean,
): Promise<OfferRow[]> {
  return db.rows<OfferRow>(
    `select * from instant_offer
      where business_id = $1 and job_id = any($2::bigint[]) and ($3 or state = 'OFFERED') order by id`,
    [business_id, [...job_ids], !open],
  );
}

function toJobOffer(
  offer: OfferRow,
  drivers: ReadonlyMap<number, DriverFacts>,
): Type.Static<typeof JobOffer> {
  const { id, driver_id, state, mode, reason, pay_minor, pickup_distance_m } = offer;
  return {
    id,
    driver_id,
    driver_name: drivers.get(driver_id)?.name ?? "",
    state,
    mode,
    reason,
    pay_minor,
    pickup_distance_m,
    offered_at: offer.offered_at,
    expires_at: offer.expires_at,
    answered_at: offer.answered_at,
  };
}

export async function loadJobViews(
  context: Reader,
  jobs: readonly JobRow[],
): Promise<Type.Static<typeof Job>[]> {
  if (jobs.length === 0) return [];
  const [orders, offers] = await Promise.all([
    loadOrders(
      context,
      jobs.map(({ order_id }) => order_id),
    ),
    loadOffers(
      context,
      jobs.filter(({ state }) => state === "OFFERED").map(({ id }) => id),
      true,
    ),
  ]);
  const [ends, drivers] = await Promise.all([
    loadEnds(context, [...orders.values()]),
    loadDrivers(context, [
      ...jobs.map(({ driver_id }) => driver_id),
      ...offers.map(({ driver_id }) => driver_id),
    ]),
  ]);
  return jobs.flatMap((job) => {
    const order = orders.get(job.order_id);
    if (order === undefined) return [];
    const driver = drivers.get(job.driver_id ?? 0);
    const { lat = null, lng = null, position_at: at = null } = isActive(job.state) ? (driver ?? {}) : {};
    const searches = job.state === "SEARCHING" || job.state === "OFFERED";
    const waits = WAITING_STATES.includes(job.state);
    return [
      {
        id: job.id,
        order_id: job.order_id,
        order_ref: order.ref,
        tracking_number: order.tracking_number,
        order_status: order.status,
        state: job.state,
        reason: job.reason,
        driver_id: job.driver_id,
        driver_name: driver?.name ?? null,
        driver_position: lat !== null && lng !== null && at !== null ? { lat, lng, at } : null,
        ...(ends.get(order.id) ?? { pickup: null, dropoff: null }),
        distance_m: job.distance_m,
        currency: job.currency,
        tip_minor: job.tip_minor,
        promised_minor: getPromised(job),
        note: job.note,
        refusals: job.refusals,
        open_offers: offers
          .filter(({ job_id }) => job_id === job.id)
          .map((offer) => toJobOffer(offer, drivers)),
        searching_since: job.searching_since,
        search_ends_at: searches
          ? new Date(Date.parse(job.searching_since) + SEARCH_S * 1000).toISOString()
          : null,
        ...getTimes(job),
        cod_collected_minor: job.cod_collected_minor,
        can_dispatch: (waits || isEnded(job.state)) && findDispatchRefusal(order) === null,
        can_reassign: BEFORE_PICKUP.includes(job.state),
        can_cancel: waits || BEFORE_PICKUP.includes(job.state),
        created_at: job.created_at,
        version: job.version,
      },
    ];
  });
}

export async function loadJobDetail(context: Reader, job: JobRow): Promise<Type.Static<typeof JobDetail>> {
  const [[view], offers, pay, orders] = await Promise.all([
    loadJobViews(context, [job]),
    loadOffers(context, [job.id], false),
    loadPay(context, [job.id]),
    loadOrders(context, [job.order_id]),
  ]);
  const order = orders.get(job.order_id);
  if (view === undefined || order === undefined) throw new Error("A job has its order.");
  const riders = WAITING_STATES.includes(job.state)
    ? await evaluateRiders(context, { order, job })
    : { ranked: [], skipped: [] };
  const drivers = await loadDrivers(context, [
    ...offers.map(({ driver_id }) => driver_id),
    ...riders.ranked.map(({ driver_id }) => driver_id),
    ...riders.skipped.map(({ driver_id }) => driver_id),
    ...job.explanation.flatMap(({ driver_id, ranked = [], skipped = [] }) => [
      driver_id,
      ...ranked.map((one) => one.driver_id),
      ...skipped.map((one) => one.driver_id),
    ]),
  ]);
  const name = (driver_id: number) => drivers.get(driver_id)?.name ?? "";
  const withName = <Rider extends { driver_id: number }>(rider: Rider) => ({
    ...rider,
    driver_name: name(rider.driver_id),
  });
  return {
    job: view,
    offers: offers.map((offer) => toJobOffer(offer, drivers)),
    pay: pay.map(toPayLine),
    explanation: job.explanation.map(({ driver_id, ranked, skipped, ...step }) => ({
      ...step,
      ...(driver_id === undefined ? {} : { driver_id, driver_name: name(driver_id) }),
      ...(ranked === undefined ? {} : { ranked: ranked.map((one) => withName(one)) }),
      ...(skipped === undefined ? {} : { skipped: skipped.map((one) => withName(one)) }),
    })),
    riders: {
      available: riders.ranked.map(({ driver_id, pickup_distance_m, score }) =>
        withName({ driver_id, pickup_distance_m, score }),
      ),
      unavailable: riders.skipped.map(({ driver_id, reason }) => withName({ driver_id, reason })),
    },
  };
}
