/** Scan what is aboard against the manifest: loaded, missing, unknown, and what belongs on another route. */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { Id, Nullable, OrderId, Timestamp } from "#vocabulary/basics.ts";
import { loadCheck as command } from "../commands/load.ts";
import { runOnce } from "../once.ts";
import { DRIVER_REFUSALS } from "../refusals.ts";
import { Belongs, commandFacts } from "../shapes.ts";

const ManifestParcel = Type.Object(
  { parcel_id: Id, order_id: OrderId, tracking_number: Type.String() },
  { $id: "ManifestParcel" },
);

export const checkLoad = defineOperation({
  name: "driverLoadcheck",
  summary: "Check the load against the manifest",
  effect: "write",
  access: { roles: ["driver"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/driver/loadcheck" },
  localised: true,
  input: Type.Object({ ...command.members, ...commandFacts }),
  output: Type.Object({
    result: Type.Boolean(),
    route_id: Id,
    status: Type.String(),
    complete: Type.Boolean({ description: "Nothing of the manifest is missing." }),
    loaded: Type.Array(ManifestParcel),
    missing: Type.Array(ManifestParcel),
    unknown: Type.Array(Type.String()),
    wrong_route: Type.Array(Type.Object({ code: Type.String(), parcel_id: Id, ...Belongs.properties })),
    occurred_at: Timestamp,
    device_at: Nullable(Timestamp),
    clock_skewed: Type.Boolean(),
  }),
  refusals: DRIVER_REFUSALS,

  run: (context, input) => runOnce(context, command, input),
});
