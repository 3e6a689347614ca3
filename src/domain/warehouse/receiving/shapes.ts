/** Receipts, their lines and scans, as they are returned. */
import Type from "typebox";
import { Lot, measureMembers, OwnerId, Qty } from "#domain/warehouse/inventory/public.ts";
import { CalendarDate, Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { RECEIPT_STATUSES, SCAN_OUTCOMES, SUGGESTION_RULES } from "./rules.ts";

export const LINES_MAX = 500;

export const ReceiptCode = Type.String({
  minLength: 1,
  maxLength: 40,
  pattern: "^[!-~]+$",
  description: "Scanned from the delivery note; compared in capital letters. Generated when absent.",
});
export const ReceiptRef = Type.String({
  maxLength: 80,
  description: "Of the sender or owner: a purchase order, a delivery note.",
});
export const Carrier = Type.String({ maxLength: 80 });
export const Note = Type.String({ maxLength: 500 });

export const ExpectedLine = Type.Object(
  {
    article_id: Type.Optional(Ref("article")),
    package_code: Type.Optional(Type.String({ minLength: 1, maxLength: 80, pattern: "^[ -~]*[!-~][ -~]*$" })),
    lot: Type.Optional(Lot),
    expires_date: Type.Optional(Nullable(CalendarDate)),
    qty: Type.Optional(Type.Integer({ ...Qty, description: "Pieces of the article; 1 of a package." })),
  },
  { $id: "ExpectedLine", description: "Pieces of an article, or one package by its code." },
);
export type ExpectedLine = Type.Static<typeof ExpectedLine>;

const Person = Nullable(
  Type.Object({ account_id: Ref("account"), name: Type.String() }, { $id: "ReceivedBy" }),
);

const Article = Nullable(
  Type.Object(
    { id: Ref("article"), sku: Type.String(), name: Type.String(), unit: Type.String() },
    { $id: "ReceivedArticle" },
  ),
);

export const ReceiptLine = Type.Object(
  {
    id: NoRef("a line of a receipt"),
    article: Article,
    package_code: Nullable(Type.String()),
    lot: Type.String(),
    expires_date: Nullable(CalendarDate),
    expected_qty: Type.Integer({ description: "0 for goods that were not announced." }),
    received_qty: Type.Integer(),
    damaged_qty: Type.Integer({ description: "Of those received." }),
    short: Type.Integer(),
    over: Type.Integer(),
  },
  { $id: "ReceiptLine" },
);
export type ReceiptLine = Type.Static<typeof ReceiptLine>;

export const ReceiptScan = Type.Object(
  {
    id: Ref("receipt_scan"),
    outcome: StringEnum(SCAN_OUTCOMES),
    scanned: Nullable(Type.String()),
    line_id: Nullable(Ref("stock_line")),
    article: Article,
    package: Nullable(
      Type.Object({ id: Ref("stock_package"), code: Type.String() }, { $id: "ReceivedPackage" }),
    ),
    qty: Type.Integer(),
    bin: Nullable(Type.Object({ id: Ref("bin"), code: Type.String() }, { $id: "ReceivedInBin" })),
    is_damaged: Type.Boolean(),
    ...measureMembers,
    note: Type.String(),
    created_at: Timestamp,
    created_by: Person,
    undone_at: Nullable(Timestamp),
  },
  { $id: "ReceiptScan" },
);
export type ReceiptScan = Type.Static<typeof ReceiptScan>;

export const Receipt = Type.Object(
  {
    id: Ref("receipt"),
    code: Type.String(),
    ref: Type.String(),
    warehouse_id: Ref("warehouse"),
    warehouse_code: Type.String(),
    customer_id: OwnerId,
    customer_name: Nullable(Type.String()),
    is_announced: Type.Boolean({ description: "Without a notice, everything that comes is received." }),
    expected_date: Nullable(CalendarDate),
    carrier: Type.String(),
    note: Type.String(),
    status: StringEnum(RECEIPT_STATUSES),
    lines: Type.Integer(),
    expected_qty: Type.Integer({ description: "Pieces and packages." }),
    received_qty: Type.Integer(),
    damaged_qty: Type.Integer(),
    short: Type.Integer({ description: "Pieces and packages that are missing." }),
    over: Type.Integer(),
    created_at: Timestamp,
    started_at: Nullable(Timestamp),
    ended_at: Nullable(Timestamp),
    version: Type.Integer(),
  },
  { $id: "Receipt" },
);
export type Receipt = Type.Static<typeof Receipt>;

export const ReceiptAnswer = Type.Object({
  result: Type.Boolean(),
  receipt_id: Ref("receipt"),
  version: Type.Integer(),
  receipt: Receipt,
  receipt_lines: Type.Array(ReceiptLine, { description: "What was announced first, in its order." }),
});

const SuggestedBin = Nullable(
  Type.Object(
    {
      bin_id: Ref("bin"),
      bin_code: Type.String(),
      zone_code: Type.String(),
      rule: StringEnum(SUGGESTION_RULES, {
        description: "Why: it holds the same article, goods of the same owner, or is the nearest empty one.",
      }),
      fits: Type.Integer({ description: "How many pieces it takes." }),
    },
    { $id: "SuggestedBin" },
  ),
);

export const Putaway = Type.Object(
  {
    line_id: Ref("stock_line", { ...Id, description: "The line of stock to put away." }),
    bin_id: Ref("bin"),
    bin_code: Type.String(),
    article: Article,
    package: Nullable(
      Type.Object(
        { id: Ref("stock_package"), code: Type.String(), is_damaged: Type.Boolean() },
        { $id: "PackageToPutAway" },
      ),
    ),
    customer_id: OwnerId,
    customer_name: Nullable(Type.String()),
    lot: Type.String(),
    expires_date: Nullable(CalendarDate),
    qty: Type.Integer(),
    since: Timestamp,
    suggestion: SuggestedBin,
  },
  { $id: "Putaway" },
);
export type Putaway = Type.Static<typeof Putaway>;
