/** Take no more offers. Open ones go to the next rider; a job that the rider has goes on until it ends. */
import Type from "typebox";
import { getOwnDriver } from "#domain/execution/driver-app/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { JobRecord, lockJob } from "../records/job.ts";
import { loadOpenOffers } from "../records/offer.ts";
import { lockRider, saveOffline } from "../records/rider.ts";
import { RIDER_WRITE } from "../refusals.ts";
import { refuseOffer } from "../refuse-offer.ts";
import { loadRiderState } from "../rider-state.ts";
import { readSwitch, SwitchAnswer, switchMembers } from "../switch.ts";

export const goOffline = defineOperation({
  name: "instantRiderOffline",
  summary: "Go offline as a rider",
  ...RIDER_WRITE,
  rest: { method: "POST", path: "/api/v1/instant-rider/offline" },
  input: Type.Object(switchMembers),
  output: SwitchAnswer,

  async run(context, input) {
    const { now, emit } = context;
    const driver = await getOwnDriver(context, { lock: false });
    // Locks of orders and jobs come before those of riders; two riders who go at once take them in the same order.
    const open = await loadOpenOffers(context, driver.id);
    const jobs = (await Promise.all(open.map(({ job_id }) => JobRecord.find(context, job_id))))
      .filter((job) => job !== undefined)
      .sort((one, other) => one.order_id - other.order_id);
    const locked = [];
    for (const job of jobs) locked.push(await lockJob(context, job));
    const rider = await lockRider(context, driver.id);
    const { at, is_late } = readSwitch(rider, input, now);
    if (is_late) return { result: false, rider: await loadRiderState(context, driver.id) };
    await saveOffline(context, driver.id, at);
    if (rider.is_online) {
      emit({
        subject: { type: "rider", id: driver.id },
        kind: "rider.availability",
        payload: { driver_id: driver.id, online: false },
      });
    }
    for (const one of locked) {
      const offer = one.offers.find(({ driver_id }) => driver_id === driver.id);
      if (offer !== undefined)
        await refuseOffer(context, one, offer, { state: "DECLINED", reason: "offline" });
    }
    return { result: true, rider: await loadRiderState(context, driver.id) };
  },
});
