/** The events of counts. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { COUNT_KINDS } from "./rules.ts";

const count = { subjects: ["stock_count"], scope: "wms:read" } as const;
const bin = { warehouse_id: Id, bin_id: Id, round: Type.Integer() };

export const events = defineEvents(
  {
    "stock_count.created": {
      ...count,
      summary: "A count of stock was begun.",
      payload: Type.Object({ warehouse_id: Id, kind: StringEnum(COUNT_KINDS), bins: Type.Integer() }),
    },
    "stock_count.bin_started": {
      ...count,
      summary: "Somebody began to count a bin.",
      payload: Type.Object(bin),
    },
    "stock_count.bin_counted": {
      ...count,
      summary: "A bin was counted.",
      payload: Type.Object({
        ...bin,
        decision: Nullable(
          StringEnum(["agreed", "difference", "recount"], {
            description: "Null while somebody else counts it.",
          }),
        ),
        differences: Type.Integer({ description: "Goods that differ." }),
      }),
      public_types: [
        {
          type: "wms.count_differs",
          when: "a difference stands",
          applies: ({ decision }) => decision === "difference",
        },
      ],
    },
    "stock_count.approved": {
      ...count,
      summary: "Differences were approved, and the stock adjusted.",
      payload: Type.Object({ warehouse_id: Id, bin_ids: Type.Array(Id) }),
    },
    "stock_count.recount_asked": {
      ...count,
      summary: "A bin is to be counted again.",
      payload: Type.Object(bin),
    },
    "stock_count.closed": {
      ...count,
      summary: "All bins of a count were decided.",
      payload: Type.Object({ warehouse_id: Id }),
      public_types: ["wms.count_closed"],
    },
    "stock_count.cancelled": {
      ...count,
      summary: "A count was cancelled.",
      payload: Type.Object({ warehouse_id: Id }),
    },
  },
  {
    "wms.count_differs": "What was counted in a bin differs from its stock.",
    "wms.count_closed": "All bins of a count were decided.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
