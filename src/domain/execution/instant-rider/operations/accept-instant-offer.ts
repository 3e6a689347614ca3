/**
 * Accept a job. The first rider has it: acceptances are decided one after the other under the lock of the order. Late
 * ones are answered with what happened. Accepting again returns the job as it is.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { moveOrder } from "../job-effects.ts";
import { messages } from "../messages.ts";
import { emitJob, explain, type JobRow, saveJob, stopSearching } from "../records/job.ts";
import { endOffers, lockOwnOffer, type OfferRow } from "../records/offer.ts";
import { getOwnRider, lockRider } from "../records/rider.ts";
import { RIDER_REFUSALS, RIDER_WRITE, type RiderContext } from "../refusals.ts";
import { ACTIVE_STATES, findDispatchRefusal } from "../rules.ts";
import { RiderJob } from "../shapes.ts";
import { loadRiderJob } from "../views.ts";

const ACCEPT_REFUSALS = {
  ...RIDER_REFUSALS,
  offer_taken: "conflict",
  offer_expired: "conflict",
  offer_withdrawn: "conflict",
  offer_declined: "conflict",
  at_capacity: "conflict",
} as const;

export const acceptInstantOffer = defineOperation({
  name: "instantRiderOfferAccept",
  summary: "Accept a job",
  ...RIDER_WRITE,
  rest: { method: "POST", path: "/api/v1/instant-rider/offers/{instant_offer_id}/accept" },
  input: Type.Object({ instant_offer_id: Ref("instant_offer") }),
  output: Type.Object({ result: Type.Boolean(), job: RiderJob }),
  refusals: ACCEPT_REFUSALS,

  async run(context, { instant_offer_id }) {
    const { now, refuse } = context;
    const driver = await getOwnRider(context);
    const own_offer = await lockOwnOffer(context, instant_offer_id, driver.id);
    const { offer, job, order } = own_offer;
    if (offer.state === "ACCEPTED" && job.driver_id === driver.id)
      return { result: true, job: await loadRiderJob(context, job) };
    refuseGone(context, offer, job);
    if (findDispatchRefusal(order) !== null)
      throw refuse("offer_withdrawn", {
        message: messages.offer_withdrawn,
        values: { reason: order.status === "CANCELLED" ? "order_cancelled" : "order_unavailable" },
      });
    await refuseBusy(context, driver.id, offer.fleet_id);

    const at = now.toISOString();
    await endOffers(context, own_offer, { state: "ACCEPTED", reason: null }, ({ id }) => id === offer.id);
    await endOffers(context, own_offer, { state: "WITHDRAWN", reason: "taken" });
    stopSearching(context, job);
    job.state = "ACCEPTED";
    job.reason = null;
    job.driver_id = driver.id;
    job.fleet_id = offer.fleet_id;
    job.rates = offer.rates;
    job.accepted_at = at;
    explain(context, job, { what: "accepted", driver_id: driver.id });
    await saveJob(context, job);
    await moveOrder(context, order, "dispatch", {
      code: "otep:instant:rider_assigned",
      driver_id: driver.id,
    });
    emitJob(context, "job.accepted", job, { offer_id: offer.id });
    return { result: true, job: await loadRiderJob(context, job) };
  },
});

/** What became of an offer that is open no more. The clock decides, not whether the expiry was processed. */
function refuseGone(
  { now, refuse }: Pick<Parameters<typeof acceptInstantOffer.run>[0], "now" | "refuse">,
  offer: OfferRow,
  job: JobRow,
): void {
  if (offer.state === "DECLINED") throw refuse("offer_declined", { message: messages.offer_declined });
  if (offer.reason === "taken" || (offer.state !== "OFFERED" && job.driver_id !== null))
    throw refuse("offer_taken", { message: messages.offer_taken });
  if (offer.state === "EXPIRED" || (offer.state === "OFFERED" && offer.expires_at <= now.toISOString()))
    throw refuse("offer_expired", { message: messages.offer_expired });
  if (offer.state !== "OFFERED")
    throw refuse("offer_withdrawn", {
      message: messages.offer_withdrawn,
      values: { reason: offer.reason ?? job.reason ?? "withdrawn" },
    });
}

/** The lock of the rider lets two offers of one rider be accepted one after the other. */
async function refuseBusy(
  context: RiderContext & Pick<Parameters<typeof acceptInstantOffer.run>[0], "refuse">,
  driver_id: number,
  fleet_id: number,
): Promise<void> {
  const { db, business_id, refuse } = context;
  await lockRider(context, driver_id);
  const row = await db.row<{ capacity: number; active: number }>(
    `select i.capacity, (select count(*) from instant_job j where j.business_id = $1 and j.driver_id = $2
        and j.state = any($4::text[])) as active
       from instant_fleet i where i.business_id = $1 and i.fleet_id = $3`,
    [business_id, driver_id, fleet_id, ACTIVE_STATES],
  );
  const capacity = row?.capacity ?? 1;
  if ((row?.active ?? 0) >= capacity)
    throw refuse("at_capacity", { message: messages.at_capacity, values: { count: capacity } });
}
