/** Counts, their bins and what was counted, as they are returned. */
import Type from "typebox";
import { CalendarDate, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BIN_STATUSES, COUNT_KINDS, COUNT_STATUSES } from "./rules.ts";

export const BINS_MAX = 500;
export const CountNote = Type.String({ maxLength: 500 });

export const StockCount = Type.Object(
  {
    id: Ref("stock_count"),
    warehouse_id: Ref("warehouse"),
    warehouse_code: Type.String(),
    kind: StringEnum(COUNT_KINDS),
    zone_id: Nullable(Ref("zone")),
    zone_code: Nullable(Type.String()),
    article_id: Nullable(Ref("article")),
    sku: Nullable(Type.String()),
    is_blind: Type.Boolean(),
    counters: Type.Integer({ description: "Who count each bin independently of each other." }),
    note: Type.String(),
    status: StringEnum(COUNT_STATUSES),
    bins: Type.Integer(),
    bins_open: Type.Integer({ description: "Still to count." }),
    bins_different: Type.Integer({ description: "With a difference to approve." }),
    created_at: Timestamp,
    ended_at: Nullable(Timestamp),
    version: Type.Integer(),
  },
  { $id: "StockCount" },
);
export type StockCount = Type.Static<typeof StockCount>;

const CountedGoods = Type.Object(
  {
    article: Nullable(
      Type.Object(
        { id: Ref("article"), sku: Type.String(), name: Type.String(), unit: Type.String() },
        { $id: "CountedArticle" },
      ),
    ),
    package: Nullable(
      Type.Object({ id: Ref("stock_package"), code: Type.String() }, { $id: "CountedPackage" }),
    ),
    lot: Type.String(),
    expires_date: Nullable(CalendarDate),
    counted_qty: Type.Integer(),
    book_qty: Type.Integer({ description: "What should have been there." }),
    change: Type.Integer({ description: "What approval adds, or with a minus takes away." }),
    has_moved: Type.Boolean({ description: "It moved while it was counted." }),
  },
  { $id: "CountedGoods" },
);

export const CountBin = Type.Object(
  {
    bin_id: Ref("bin"),
    bin_code: Type.String(),
    status: StringEnum(BIN_STATUSES),
    round: Type.Integer(),
    counting: Type.Array(
      Type.Object({ account_id: Ref("account"), name: Type.String() }, { $id: "CountingPerson" }),
      {
        description: "Who is counting it now.",
      },
    ),
    counted_by: Type.Array(
      Type.Object({ account_id: Ref("account"), name: Type.String() }, { $id: "CountedBy" }),
      {
        description: "Who counted it in this round, or last.",
      },
    ),
    goods: Type.Array(CountedGoods, {
      description: "What was counted last; empty while the bin is to be counted, if the count is blind.",
    }),
  },
  { $id: "CountBin" },
);
export type CountBin = Type.Static<typeof CountBin>;

export const CountAnswer = Type.Object({
  result: Type.Boolean(),
  count_id: Ref("stock_count"),
  version: Type.Integer(),
  count: StockCount,
  bins: Type.Array(CountBin, { description: "In the order in which a person walks past them." }),
});
