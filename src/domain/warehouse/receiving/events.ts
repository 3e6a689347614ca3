/** The events of receipts. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { SCAN_OUTCOMES } from "./rules.ts";

const receipt = groupEvents({ record_kinds: ["receipt"], scope: "wms:read" });
const facts = { code: Type.String(), warehouse_id: Id };

export const events = defineEvents(
  {
    "receipt.created": receipt(
      "A receipt was created.",
      {
        ...facts,
        customer_id: Nullable(Id),
        is_announced: Type.Boolean(),
        lines: Type.Integer(),
      },
      { public_types: ["wms.receipt_expected"] },
    ),
    "receipt.changed": receipt("A receipt was changed.", { ...facts, members: Type.Array(Type.String()) }),
    "receipt.scanned": receipt(
      "Something was scanned for a receipt.",
      {
        ...facts,
        scan_id: Id,
        outcome: StringEnum(SCAN_OUTCOMES),
        line_id: Nullable(Id),
        article_id: Nullable(Id),
        package_id: Nullable(Id),
        qty: Type.Integer(),
        bin_id: Nullable(Id),
        is_damaged: Type.Boolean(),
        excess: Nullable(StringEnum(["not_announced", "over_delivery"])),
      },
      {
        public_types: [
          {
            type: "wms.discrepancy",
            when: "the code is not known, or the goods were received before, are damaged or not announced",
            applies: ({ outcome, is_damaged, excess }) =>
              outcome !== "received" || is_damaged === true || excess !== null,
          },
        ],
      },
    ),
    "receipt.scan_undone": receipt("A scan of a receipt was undone.", {
      ...facts,
      scan_id: Id,
      line_id: Id,
      qty: Type.Integer(),
    }),
    "receipt.closed": receipt(
      "A receipt was closed.",
      {
        ...facts,
        differences: Type.Array(
          Type.Object({
            line_id: Id,
            short: Type.Integer(),
            over: Type.Integer(),
            damaged: Type.Integer(),
          }),
        ),
      },
      {
        public_types: [
          "wms.receipt_closed",
          {
            type: "wms.discrepancy",
            when: "something differs from the notice",
            applies: ({ differences }) => Array.isArray(differences) && differences.length > 0,
          },
        ],
      },
    ),
    "receipt.cancelled": receipt("A receipt was cancelled before anything was received.", facts, {
      public_types: ["wms.receipt_cancelled"],
    }),
    "receipt.rolled_back": receipt("A receipt was undone, as far as its goods had not moved on.", {
      ...facts,
      undone: Type.Integer(),
      left: Type.Integer(),
    }),
  },
  {
    "wms.receipt_expected": "A receipt was created.",
    "wms.receipt_closed": "A receipt was closed.",
    "wms.receipt_cancelled": "A receipt was cancelled before anything was received.",
    "wms.discrepancy": "Goods differ from what was announced, or a code is not known.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
