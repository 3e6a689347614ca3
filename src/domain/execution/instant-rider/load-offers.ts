/** Offers of a rider. */
import type { Context } from "#operation/define/context.ts";
import { findJob, type LockedJob, lockJob, OFFER_COLUMNS } from "./load.ts";
import { messages } from "./messages.ts";
import type { OfferRow } from "./tables.ts";

type Reader = Pick<Context, "db" | "business_id" | "now">;

/** Those that the rider can still answer, the next to expire first. */
export function loadOpenOffers({ db, business_id, now }: Reader, driver_id: number): Promise<OfferRow[]> {
  return db.rows<OfferRow>(
    `select ${OFFER_COLUMNS} from instant_offer
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
  const { db, business_id, refuse } = context;
  const find = () =>
    db.row<OfferRow>(
      `select ${OFFER_COLUMNS} from instant_offer where business_id = $1 and id = $2 and driver_id = $3`,
      [business_id, offer_id, driver_id],
    );
  const found = await find();
  const job = found === undefined ? undefined : await findJob(context, found.job_id);
  if (job === undefined) throw refuse("not_found", { message: messages.unknown_offer });
  const locked = await lockJob(context, job);
  const offer = locked.offers.find(({ id }) => id === offer_id) ?? (await find());
  if (offer === undefined) throw new Error("An offer is not deleted.");
  return { ...locked, offer };
}
