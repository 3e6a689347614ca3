/** The events of counts. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { COUNT_KINDS } from "./rules.ts";

const count = groupEvents({ record_kinds: ["stock_count"], scope: "wms:read" });
const bin = { warehouse_id: Id, bin_id: Id, round: Type.Integer() };

export const events = defineEvents(
  {
    "stock_count.created": count("A count of stock was begun.", {
      warehouse_id: Id,
      kind: StringEnum(COUNT_KINDS),
      bins: Type.Integer(),
    }),
    "stock_count.bin_started": count("Somebody began to count a bin.", bin),
    "stock_count.bin_counted": count(
      "A bin was counted.",
      {
        ...bin,
        decision: Nullable(
          StringEnum(["agreed", "difference", "recount"], {
            description: "Null while somebody else counts it.",
          }),
        ),
        differences: Type.Integer({ description: "Goods that differ." }),
      },
      {
        public_types: [
          {
            type: "wms.count_differs",
            when: "a difference stands",
            applies: ({ decision }) => decision === "difference",
          },
        ],
      },
    ),
    "stock_count.approved": count("Differences were approved, and the stock adjusted.", {
      warehouse_id: Id,
      bin_ids: Type.Array(Id),
    }),
    "stock_count.recount_asked": count("A bin is to be counted again.", bin),
    "stock_count.closed": count(
      "All bins of a count were decided.",
      { warehouse_id: Id },
      { public_types: ["wms.count_closed"] },
    ),
    "stock_count.cancelled": count("A count was cancelled.", { warehouse_id: Id }),
  },
  {
    "wms.count_differs": "What was counted in a bin differs from its stock.",
    "wms.count_closed": "All bins of a count were decided.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
