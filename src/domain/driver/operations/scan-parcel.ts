/**
 * Scan one parcel: pickup, load, deliver or return. A parcel of another route is told where it belongs
 * (`wrong_route`) and stays what it is; so does a code that nobody knows.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { Id, Nullable, OrderId, Timestamp, Words } from "#vocabulary/basics.ts";
import { scanParcel as command, SCAN_ACTIONS } from "../commands/scan.ts";
import { runOnce } from "../once.ts";
import { DRIVER_REFUSALS } from "../refusals.ts";
import { Belongs, commandFacts } from "../shapes.ts";

export const scanParcel = defineOperation({
  name: "driverScan",
  summary: "Scan a parcel",
  effect: "write",
  access: { roles: ["driver"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/driver/scan" },
  localised: true,
  input: Type.Object({ ...command.members, ...commandFacts }),
  output: Type.Object({
    result: Type.Boolean({ description: "True when the scan was accepted." }),
    outcome: Words(["accepted", "wrong_route", "unknown"]),
    action: Words(SCAN_ACTIONS),
    order_id: Nullable(OrderId),
    order_status: Nullable(Type.String()),
    parcels: Type.Array(Type.Object({ parcel_id: Id, tracking_number: Type.String() })),
    belongs: Nullable(Belongs),
    occurred_at: Timestamp,
    device_at: Nullable(Timestamp),
    clock_skewed: Type.Boolean(),
  }),
  refusals: DRIVER_REFUSALS,

  run: (context, input) => runOnce(context, command, input),
});
