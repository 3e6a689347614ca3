/** The events of warehouses, their zones and bins. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id } from "#vocabulary/basics.ts";

const warehouse = groupEvents({ record_kinds: ["warehouse"], scope: "wms:read" });
const Members = Type.Array(Type.String());

export const events = defineEvents({
  "warehouse.created": warehouse("A warehouse was created.", {
    code: Type.String(),
    is_depot: Type.Boolean(),
  }),
  "warehouse.changed": warehouse("A warehouse was changed.", { members: Members }),
  "warehouse.closed": warehouse("A warehouse was closed.", { code: Type.String() }),
  "warehouse.zone_created": warehouse("A zone of a warehouse was created.", {
    zone_id: Id,
    code: Type.String(),
    kind: Type.String(),
  }),
  "warehouse.zone_changed": warehouse("A zone of a warehouse was changed.", { zone_id: Id }),
  "warehouse.zone_closed": warehouse("A zone of a warehouse was closed.", {
    zone_id: Id,
    code: Type.String(),
  }),
  "warehouse.bin_created": warehouse("A bin of a warehouse was created.", {
    bin_id: Id,
    zone_id: Id,
    code: Type.String(),
    kind: Type.String(),
  }),
  "warehouse.bin_changed": warehouse("A bin of a warehouse was changed.", { bin_id: Id, members: Members }),
  "warehouse.bin_closed": warehouse("A bin of a warehouse was closed.", { bin_id: Id, code: Type.String() }),
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
