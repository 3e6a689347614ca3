/** Whether the caller may and does take jobs: grant, documents, zones, position. */
import Type from "typebox";
import { getOwnDriver } from "#domain/execution/driver-app/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { RIDER_READ } from "../refusals.ts";
import { loadRiderState, RiderState } from "../rider-state.ts";

export const getRider = defineOperation({
  name: "instantRider",
  summary: "Get the rider's own state",
  ...RIDER_READ,
  provides: ["instant.deliver"],
  rest: { method: "GET", path: "/api/v1/instant-rider/me" },
  output: Type.Object({ result: Type.Boolean(), rider: RiderState }),

  async run(context) {
    const driver = await getOwnDriver(context, { lock: false });
    return { result: true, rider: await loadRiderState(context, driver.id) };
  },
});
