/** Take offers from now on. Grant, documents and a zone are checked. */
import Type from "typebox";
import { startDuty } from "#domain/fleet/fleets/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { messages } from "../messages.ts";
import { getOwnRider, lockRider, saveOnline } from "../records/rider.ts";
import { RIDER_REFUSALS, RIDER_WRITE } from "../refusals.ts";
import { loadRiderState } from "../rider-state.ts";
import { readSwitch, SwitchAnswer, switchMembers } from "../switch.ts";

export const goOnline = defineOperation({
  name: "instantRiderOnline",
  summary: "Go online as a rider",
  ...RIDER_WRITE,
  rest: { method: "POST", path: "/api/v1/instant-rider/online" },
  input: Type.Object(switchMembers),
  output: SwitchAnswer,
  refusals: { ...RIDER_REFUSALS, documents_expired: "forbidden", no_zone: "conflict" },

  async run(context, input) {
    const { now, emit, refuse } = context;
    const driver = await getOwnRider(context);
    const state = await loadRiderState(context, driver.id);
    if (!state.granted) throw refuse("not_granted", { message: messages.not_granted });
    const [expired] = state.expired_documents;
    if (expired !== undefined)
      throw refuse("documents_expired", { message: messages.documents_expired, values: { kind: expired } });
    if (state.zones.length === 0) throw refuse("no_zone", { message: messages.no_zone });
    const rider = await lockRider(context, driver.id);
    const { at, is_late } = readSwitch(rider, input, now);
    if (is_late) return { result: false, rider: await loadRiderState(context, driver.id) };
    await saveOnline(context, driver.id, at);
    if (!rider.is_online) {
      emit({
        subject: { type: "rider", id: driver.id },
        kind: "rider.availability",
        payload: { driver_id: driver.id, online: true },
      });
    }
    await startDuty(context, driver.id, new Date(at));
    return { result: true, rider: await loadRiderState(context, driver.id) };
  },
});
