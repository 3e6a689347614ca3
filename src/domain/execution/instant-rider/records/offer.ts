/** Offers of jobs to riders: what one is, and how a rider finds, locks and ends it. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import type { OFFER_MODES, OFFER_STATES, PayRates } from "../rules.ts";
import { emitJob, JobRecord, type LockedJob, lockJob, type Writing } from "./job.ts";

export interface OfferRow extends Row<"instant_offer"> {
  state: (typeof OFFER_STATES)[number];
  mode: (typeof OFFER_MODES)[number];
  rates: PayRates;
}

export const OfferRecord = defineRecord<"instant_offer", OfferRow>("instant_offer");

export const OFFER_EXPIRES = "instant-rider.offer-expires";

type Reader = Pick<Context, "db" | "business_id" | "now">;

/** Those that the rider can still answer, the next to expire first. */
export function loadOpenOffers({ db, business_id, now }: Reader, driver_id: number): Promise<OfferRow[]> {
  return db.rows<OfferRow>(
    `select * from instant_offer
      where business_id = $1 and driver_id = $2 and state = 'OFFERED' and expires_at > $3 order by expires_at, id`,
    [business_id, driver_id, now],
  );
}

export interface OwnOffer extends LockedJob {
  /** As it is under the lock, open or not. */
  offer: OfferRow;
}

/** An offer to this rider with its job, locked. Others' offers do not exist for a rider. */
export async function lockOwnOffer(
  context: Context<never>,
  offer_id: number,
  driver_id: number,
): Promise<OwnOffer> {
  const found_offer = await OfferRecord.find(context, offer_id);
  const job =
    found_offer?.driver_id === driver_id ? await JobRecord.find(context, found_offer.job_id) : undefined;
  if (job === undefined) throw context.refuse("not_found", { message: messages.unknown_offer });
  const locked = await lockJob(context, job);
  const offer =
    locked.offers.find(({ id }) => id === offer_id) ?? (await OfferRecord.find(context, offer_id));
  if (offer === undefined) throw new Error("An offer is not deleted.");
  return { ...locked, offer };
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
