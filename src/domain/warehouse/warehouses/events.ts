/** The events of warehouses, their zones and bins. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Id } from "#vocabulary/basics.ts";

const warehouse = { subjects: ["warehouse"], scope: "wms:read" } as const;
const Members = Type.Array(Type.String());

export const events = defineEvents({
  "warehouse.created": {
    ...warehouse,
    summary: "A warehouse was created.",
    payload: Type.Object({ code: Type.String(), is_depot: Type.Boolean() }),
  },
  "warehouse.changed": {
    ...warehouse,
    summary: "A warehouse was changed.",
    payload: Type.Object({ members: Members }),
  },
  "warehouse.closed": {
    ...warehouse,
    summary: "A warehouse was closed.",
    payload: Type.Object({ code: Type.String() }),
  },
  "warehouse.zone_created": {
    ...warehouse,
    summary: "A zone of a warehouse was created.",
    payload: Type.Object({ zone_id: Id, code: Type.String(), kind: Type.String() }),
  },
  "warehouse.zone_changed": {
    ...warehouse,
    summary: "A zone of a warehouse was changed.",
    payload: Type.Object({ zone_id: Id }),
  },
  "warehouse.zone_closed": {
    ...warehouse,
    summary: "A zone of a warehouse was closed.",
    payload: Type.Object({ zone_id: Id, code: Type.String() }),
  },
  "warehouse.bin_created": {
    ...warehouse,
    summary: "A bin of a warehouse was created.",
    payload: Type.Object({ bin_id: Id, zone_id: Id, code: Type.String(), kind: Type.String() }),
  },
  "warehouse.bin_changed": {
    ...warehouse,
    summary: "A bin of a warehouse was changed.",
    payload: Type.Object({ bin_id: Id, members: Members }),
  },
  "warehouse.bin_closed": {
    ...warehouse,
    summary: "A bin of a warehouse was closed.",
    payload: Type.Object({ bin_id: Id, code: Type.String() }),
  },
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
