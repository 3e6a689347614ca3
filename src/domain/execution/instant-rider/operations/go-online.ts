/** Take offers from now on. Grant, documents and a zone are checked; a position may come with it. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { getOwnRider, lockRider } from "../load.ts";
import { messages } from "../messages.ts";
import { RIDER_REFUSALS, RIDER_WRITE } from "../refusals.ts";
import { loadRiderState, RiderState } from "../rider-state.ts";

export const goOnline = defineOperation({
  name: "instantRiderOnline",
  summary: "Go online as a rider",
  ...RIDER_WRITE,
  rest: { method: "POST", path: "/api/v1/instant-rider/online" },
  input: Type.Object({}),
  output: Type.Object({ result: Type.Boolean(), rider: RiderState }),
  refusals: { ...RIDER_REFUSALS, documents_expired: "forbidden", no_zone: "conflict" },

  async run(context) {
    const { db, business_id, now, emit, refuse } = context;
    const driver = await getOwnRider(context);
    const state = await loadRiderState(context, driver.id);
    if (!state.granted) throw refuse("not_granted", { message: messages.not_granted });
    const [expired] = state.expired_documents;
    if (expired !== undefined)
      throw refuse("documents_expired", { message: messages.documents_expired, values: { kind: expired } });
    if (state.zones.length === 0) throw refuse("no_zone", { message: messages.no_zone });
    const rider = await lockRider(context, driver.id);
    if (!rider.is_online) {
      await db.execute(
        `update instant_rider set is_online = true, online_since = $3, idle_since = $3, version = version + 1
          where business_id = $1 and driver_id = $2`,
        [business_id, driver.id, now],
      );
      emit({
        subject: { type: "rider", id: driver.id },
        kind: "rider.availability",
        payload: { driver_id: driver.id, online: true },
      });
    }
    return { result: true, rider: await loadRiderState(context, driver.id) };
  },
});
