/** Searches a rider for a job: one after the other by score, then all of the zone. Callers hold the locks of order and job. */
import type { Context } from "#operation/define/context.ts";
import { toInstant, toLocalDate } from "#vocabulary/calendar.ts";
import { loadEnds } from "./ends.ts";
import { findFleetsAt, type InstantFleetRow } from "./records/instant-fleet.ts";
import {
  emitJob,
  explain,
  type JobRow,
  type LockedJob,
  SEARCH_AGAIN,
  SEARCH_ENDS,
  saveJob,
  stopSearching,
  tellRider,
  type Writing,
} from "./records/job.ts";
import { OFFER_EXPIRES, OfferRecord, type OfferRow } from "./records/offer.ts";
import {
  ACTIVE_STATES,
  type Candidate,
  computePromisedPay,
  OFFER_S,
  type PayRates,
  type RankedRider,
  type Ranking,
  REFUSALS_BEFORE_ALL,
  RETRY_S,
  rankRiders,
  SEARCH_S,
} from "./rules.ts";
import { getTerms, type Terms } from "./terms.ts";

/** Riders that a step of an explanation names. */
const SHOWN_MAX = 20;

type Reader = Pick<Context, "db" | "business_id" | "business" | "now" | "settings">;

type CandidateRow = Omit<Candidate, "is_former" | "capacity" | "distance_m_max" | "weights">;

/** The latest document of a kind counts, as it does for routes. */
export const EXPIRED_DOCUMENTS = `select e.kind from driver_document e
  where e.business_id = $1 and e.driver_id = d.id and e.status = 'accepted'
  group by e.kind having max(coalesce(e.expires_date, 'infinity'::date))`;

async function loadCandidates(
  { db, business_id, now }: Reader,
  job: JobRow,
  fleets: ReadonlyMap<number, InstantFleetRow>,
  { time_zone }: Terms,
  asks_all: boolean,
): Promise<Candidate[]> {
  const today = toLocalDate(now, time_zone);
  const rows = await db.rows<CandidateRow>(
    `select d.id as driver_id, m.fleet_id, case when d.instant_deliver then d.status else 'not_granted' end as status,
       not exists (${EXPIRED_DOCUMENTS} < $5::date) as documents_valid,
       d.lat, d.lng, d.position_at, r.idle_since,
       (select count(*) from instant_job a where a.business_id = $1 and a.driver_id = d.id and a.state = any($3::text[])) as active_jobs,
       (select count(*) from instant_job a where a.business_id = $1 and a.driver_id = d.id and a.accepted_at >= $6) as jobs_today,
       exists (select from instant_offer o where o.business_id = $1 and o.driver_id = d.id and o.state = 'OFFERED'
         and o.mode <> 'all') as has_open_offer,
       exists (select from instant_offer o where o.business_id = $1 and o.job_id = $4 and o.driver_id = d.id
         and o.offered_at >= $7 and (not $8 or o.mode = 'all')) as was_asked
     from instant_rider r join driver d on d.business_id = $1 and d.id = r.driver_id
       join fleet_driver m on m.business_id = $1 and m.driver_id = d.id and m.fleet_id = any($2::bigint[])
     where r.business_id = $1 and r.is_online order by d.id`,
    [
      business_id,
      [...fleets.keys()],
      ACTIVE_STATES,
      job.id,
      today,
      toInstant(today, "00:00", time_zone),
      job.searching_since,
      asks_all,
    ],
  );
  return rows.map((row) => {
    const fleet = fleets.get(row.fleet_id) as InstantFleetRow;
    return {
      ...row,
      is_former: job.former_driver_ids.includes(row.driver_id),
      capacity: fleet.capacity,
      distance_m_max: fleet.distance_m_max,
      weights: fleet,
    };
  });
}

export interface Searched extends Ranking {
  fleets: Map<number, InstantFleetRow>;
  /** All riders are asked at once, also those with an open offer of another job. */
  asks_all: boolean;
}

/** Who could be asked now, and why others cannot. */
export async function evaluateRiders(
  context: Reader,
  { order, job }: Pick<LockedJob, "order" | "job">,
  asks_all = job.refusals >= REFUSALS_BEFORE_ALL,
): Promise<Searched> {
  const terms = getTerms(context);
  const { pickup = null } = (await loadEnds(context, [order])).get(order.id) ?? {};
  if (typeof pickup?.lat !== "number" || typeof pickup.lng !== "number")
    return { ranked: [], skipped: [], fleets: new Map(), asks_all };
  const point = { lat: pickup.lat, lng: pickup.lng };
  const fleets = await findFleetsAt(context, point);
  const candidates = await loadCandidates(context, job, fleets, terms, asks_all);
  const { road_factor } = terms;
  return {
    ...rankRiders(candidates, point, context.now, { road_factor, ignores_open_offers: asks_all }),
    fleets,
    asks_all,
  };
}

/** Offer the job to the next rider. A search that finds nobody looks again. Saves the job. */
export async function askNext(context: Writing, locked: LockedJob): Promise<void> {
  const { job, offers } = locked;
  const searched = await evaluateRiders(context, locked);
  const { ranked, skipped, asks_all } = searched;
  const asks = () => offers.some(({ state }) => state === "OFFERED");
  // Where no fleet has a zone, ten minutes change nothing: a dispatcher decides at once.
  if (searched.fleets.size === 0 && !asks()) {
    await endSearch(context, job, "outside_zones");
    return;
  }
  const asked_riders: number[] = [];
  for (const rider of ranked) {
    const offer = await insertOffer(context, job, searched, rider, asks_all ? "all" : "one");
    if (offer === undefined) continue;
    offers.push(offer);
    asked_riders.push(rider.driver_id);
    if (!asks_all) break;
  }
  const is_asking = asks();
  job.state = is_asking ? "OFFERED" : "SEARCHING";
  const [first] = asked_riders;
  if (first === undefined) {
    if (!is_asking) explain(context, job, { what: "nobody", skipped: skipped.slice(0, SHOWN_MAX) });
  } else
    explain(context, job, {
      what: asks_all ? "asked_all" : "asked",
      ...(asks_all ? {} : { driver_id: first }),
      ranked: ranked.slice(0, SHOWN_MAX).map(({ driver_id, score, distance, idle, fairness }) => ({
        driver_id,
        score,
        distance,
        idle,
        fairness,
      })),
      skipped: skipped.slice(0, SHOWN_MAX),
    });
  // While all are asked, riders who come online later are asked too.
  if (!is_asking || asks_all)
    context.due.set(SEARCH_AGAIN, job.id, new Date(context.now.getTime() + RETRY_S * 1000));
  await saveJob(context, job);
}

/** Nobody takes the job: a dispatcher decides. The open offers have ended. */
export async function endSearch(
  context: Writing,
  job: JobRow,
  reason: "nobody_accepted" | "outside_zones",
): Promise<void> {
  stopSearching(context, job);
  job.state = "NO_RIDER";
  job.reason = reason;
  explain(context, job, { what: reason === "nobody_accepted" ? "no_rider" : reason });
  await saveJob(context, job);
  emitJob(context, "job.no_rider", job);
}

/** Undefined when the rider got another offer meanwhile. */
export async function insertOffer(
  context: Writing,
  job: JobRow,
  { fleets }: Pick<Searched, "fleets">,
  rider: Pick<RankedRider, "driver_id" | "fleet_id" | "pickup_distance_m">,
  mode: OfferRow["mode"],
): Promise<OfferRow | undefined> {
  const { now, due } = context;
  const fleet = fleets.get(rider.fleet_id) as InstantFleetRow;
  const rates: PayRates = {
    base_minor: fleet.base_minor,
    per_km_minor: fleet.per_km_minor,
    per_waiting_minute_minor: fleet.per_waiting_minute_minor,
    free_waiting_minutes: fleet.free_waiting_minutes,
  };
  const search_ends = Date.parse(job.searching_since) + SEARCH_S * 1000;
  const expires_at = new Date(
    mode === "all" ? search_ends : Math.min(now.getTime() + OFFER_S * 1000, search_ends),
  );
  const offer = await OfferRecord.insertIfAbsent(context, {
    job_id: job.id,
    driver_id: rider.driver_id,
    state: "OFFERED",
    mode,
    fleet_id: rider.fleet_id,
    pay_minor: computePromisedPay(rates, job.distance_m, job.tip_minor),
    pickup_distance_m: rider.pickup_distance_m,
    rates,
    offered_at: now.toISOString(),
    expires_at: expires_at.toISOString(),
  });
  if (offer === undefined) return undefined;
  due.set(OFFER_EXPIRES, offer.id, expires_at);
  emitJob(context, "job.offered", job, {
    state: "OFFERED",
    driver_id: rider.driver_id,
    offer_id: offer.id,
    expires_at: expires_at.toISOString(),
  });
  await tellRider(context, job, rider.driver_id, "instant_offer", OFFER_S);
  return offer;
}

/** Begin to search, anew where riders were searched for before. Those who had the job are not asked. */
export async function startSearch(context: Writing, { job }: Pick<LockedJob, "job">): Promise<void> {
  const { now, due } = context;
  job.state = "SEARCHING";
  job.reason = null;
  job.driver_id = null;
  job.fleet_id = null;
  job.rates = null;
  job.accepted_at = null;
  job.at_pickup_at = null;
  job.refusals = 0;
  job.searching_since = now.toISOString();
  due.set(SEARCH_ENDS, job.id, new Date(now.getTime() + SEARCH_S * 1000));
  explain(context, job, { what: "searching" });
}
