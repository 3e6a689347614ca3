/** The events of the address book. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Count, Id, Nullable } from "#vocabulary/basics.ts";

const entry = { subjects: ["address_entry"], scope: "address:read" } as const;
const batch = { subjects: ["address_import"], scope: "address:read" } as const;

export const events = defineEvents({
  "address.created": {
    ...entry,
    summary: "An address was stored.",
    payload: Type.Object({ customer_id: Nullable(Id), located: Type.Boolean() }),
  },
  "address.merged": {
    ...entry,
    summary: "An address that was stored already was updated by a new one.",
    payload: Type.Object({ moved: Type.Boolean() }),
  },
  "address.updated": {
    ...entry,
    summary: "An address was changed.",
    payload: Type.Object({
      moved: Type.Boolean(),
      source: Nullable(Type.String()),
      pinned: Type.Boolean(),
    }),
  },
  "address.visited": {
    ...entry,
    summary: "A delivery confirmed the position of an address, or moved it.",
    payload: Type.Object({ moved_m: Type.Optional(Type.Number()), kept: Type.Optional(Type.String()) }),
  },
  "address.deleted": { ...entry, summary: "An address was deleted.", payload: Type.Object({}) },
  "address.import_started": {
    ...batch,
    summary: "A list of addresses was accepted.",
    payload: Type.Object({ rows: Count, customer_id: Nullable(Id) }),
  },
  "address.import_finished": {
    ...batch,
    summary: "A list of addresses was read to its end.",
    payload: Type.Object({ rows: Count }),
  },
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
