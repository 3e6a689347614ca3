/** The events of the address book. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Count, Id, Nullable } from "#vocabulary/basics.ts";

const entry = groupEvents({ record_kinds: ["address_entry"], scope: "address:read" });
const batch = groupEvents({ record_kinds: ["address_import"], scope: "address:read" });

export const events = defineEvents({
  "address.created": entry("An address was stored.", { customer_id: Nullable(Id), located: Type.Boolean() }),
  "address.merged": entry("An address that was stored already was updated by a new one.", {
    moved: Type.Boolean(),
  }),
  "address.updated": entry("An address was changed.", {
    moved: Type.Boolean(),
    source: Nullable(Type.String()),
    pinned: Type.Boolean(),
  }),
  "address.visited": entry("A delivery confirmed the position of an address, or moved it.", {
    moved_m: Type.Optional(Type.Number()),
    kept: Type.Optional(Type.String()),
  }),
  "address.deleted": entry("An address was deleted.", {}),
  "address.import_started": batch("A list of addresses was accepted.", {
    rows: Count,
    customer_id: Nullable(Id),
  }),
  "address.import_finished": batch("A list of addresses was read to its end.", { rows: Count }),
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
