/** The events of transfers between warehouses. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { ITEM_STATES, REASONS } from "./rules.ts";

const transfer = groupEvents({ record_kinds: ["transfer"], scope: "wms:read", topics: ["dispatch"] });
const facts = { code: Type.String(), from_warehouse_id: Id, to_warehouse_id: Id };

export const events = defineEvents(
  {
    "transfer.opened": transfer(
      "A transfer between warehouses was opened.",
      { ...facts, reason: StringEnum(REASONS), parcel_ids: Type.Array(Id) },
      { public_types: ["transfer.opened"] },
    ),
    "transfer.item_moved": transfer(
      "A parcel of a transfer was scanned out or in.",
      {
        ...facts,
        parcel_id: Id,
        order_id: Id,
        direction: StringEnum(["out", "in"]),
        warehouse_id: Id,
        state: StringEnum(ITEM_STATES),
        is_listed: Type.Boolean(),
      },
      {
        public_types: [
          "transfer.item_moved",
          {
            type: "wms.discrepancy",
            when: "a parcel came that was not on the list, or came to another warehouse",
            applies: ({ state }) => state === "over" || state === "short",
          },
        ],
      },
    ),
    "transfer.scan_refused": transfer(
      "A scan of a transfer changed nothing.",
      {
        ...facts,
        direction: StringEnum(["out", "in"]),
        warehouse_id: Id,
        parcel_id: Nullable(Id),
        problem: StringEnum([
          "unknown_code",
          "duplicate",
          "duplicate_label",
          "moved_on",
          "in_other_transfer",
        ]),
      },
      {
        public_types: [
          {
            type: "wms.discrepancy",
            when: "it is not a parcel that was scanned twice",
            applies: ({ problem }) => problem !== "duplicate",
          },
        ],
      },
    ),
    "transfer.departed": transfer(
      "The parcels of a transfer left their warehouse.",
      { ...facts, out: Type.Integer(), left_behind: Type.Integer() },
      { public_types: ["transfer.departed"] },
    ),
    "transfer.closed": transfer(
      "A transfer was closed.",
      {
        ...facts,
        arrived: Type.Integer(),
        short_parcel_ids: Type.Array(Id),
        over_parcel_ids: Type.Array(Id),
      },
      {
        public_types: [
          "transfer.closed",
          {
            type: "wms.discrepancy",
            when: "parcels are short or too many",
            applies: ({ short_parcel_ids, over_parcel_ids }) =>
              [short_parcel_ids, over_parcel_ids].some((ids) => Array.isArray(ids) && ids.length > 0),
          },
        ],
      },
    ),
    "transfer.cancelled": transfer("A transfer was cancelled before anything was scanned.", facts, {
      public_types: ["transfer.cancelled"],
    }),
    "transfer.rolled_back": transfer(
      "A transfer was undone, as far as its parcels had not moved on.",
      {
        ...facts,
        restored_parcel_ids: Type.Array(Id),
        left_parcel_ids: Type.Array(Id),
      },
      { public_types: ["transfer.rolled_back"] },
    ),
  },
  {
    "transfer.opened": "A transfer between warehouses was opened.",
    "transfer.item_moved": "A parcel of a transfer was scanned out or in.",
    "transfer.departed": "The parcels of a transfer left their warehouse.",
    "transfer.closed": "A transfer was closed.",
    "transfer.cancelled": "A transfer was cancelled before anything was scanned.",
    "transfer.rolled_back": "A transfer was undone, as far as its parcels had not moved on.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
