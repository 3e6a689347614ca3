/** Articles, packages, lines of stock and movements, as they are returned. */
import Type from "typebox";
import { CalendarDate, Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { ScannedCode } from "#vocabulary/scanned-code.ts";
import { ARTICLE_STATUSES, MOVEMENT_REASONS, PACKAGE_STATUSES } from "./rules.ts";

/** A code on goods, as a scanner reads it. */
export const GoodsCode = ScannedCode;

export const Sku = Type.String({
  minLength: 1,
  maxLength: 60,
  pattern: "^[!-~]+( [!-~]+)*$",
  description: "What its owner calls it. Unique for the owner.",
});
export const ArticleName = Type.String({ minLength: 1, maxLength: 200, pattern: "\\S" });
export const UnitName = Type.String({
  minLength: 1,
  maxLength: 30,
  pattern: "\\S",
  description: "What one piece is called: piece, bottle, box.",
});
export const Lot = Type.String({ maxLength: 60, description: "Batch of the maker; empty for none." });

/** Pieces of one line or movement. */
export const QTY_MAX = 10_000_000;
export const Qty = Type.Integer({ minimum: 1, maximum: QTY_MAX, description: "Pieces." });

const Positive = (description: string) =>
  Nullable(Type.Integer({ minimum: 1, maximum: 100_000_000, description }));
const Side = Nullable(
  Type.Integer({ minimum: 1, maximum: 100_000, description: "Millimetres.", "x-tool": "" }),
);
export const measureMembers = {
  weight_g: Positive("Grams, gross; null where it is not known."),
  length_mm: Side,
  width_mm: Side,
  height_mm: Side,
};

export const OwnerId = Nullable(
  Ref("customer", { ...Id, description: "The owner; null for the business itself." }),
);

const Owner = Nullable(Type.Object({ id: Ref("customer"), name: Type.String() }, { $id: "StockOwner" }));

export const Article = Type.Object(
  {
    id: Ref("article"),
    customer_id: OwnerId,
    sku: Type.String(),
    name: Type.String(),
    unit: Type.String(),
    barcodes: Type.Array(Type.String()),
    ...measureMembers,
    status: StringEnum(ARTICLE_STATUSES),
    created_at: Timestamp,
    version: Type.Integer(),
  },
  { $id: "Article" },
);

export const Package = Type.Object(
  {
    id: Ref("stock_package"),
    code: Type.String(),
    customer_id: OwnerId,
    ...measureMembers,
    damaged: Type.Boolean(),
    ref: Type.String(),
    status: StringEnum(PACKAGE_STATUSES),
    bin_id: Nullable(Ref("bin")),
    holder_type: Nullable(Type.String({ description: "What it is reserved for, such as `shipout`." })),
    holder_id: Nullable(NoRef("a record of `holder_type`")),
    received_at: Timestamp,
    left_at: Nullable(Timestamp),
    version: Type.Integer(),
  },
  { $id: "StockPackage" },
);
export type PackageView = Type.Static<typeof Package>;

export const InventoryLine = Type.Object(
  {
    line_id: Ref("stock_line"),
    warehouse_id: Ref("warehouse"),
    warehouse_code: Type.String(),
    zone_id: Ref("zone"),
    zone_code: Type.String(),
    bin_id: Ref("bin"),
    bin_code: Type.String(),
    article: Nullable(
      Type.Object(
        { id: Ref("article"), sku: Type.String(), name: Type.String(), unit: Type.String() },
        { $id: "StockArticle" },
      ),
    ),
    package: Nullable(
      Type.Object(
        {
          id: Ref("stock_package"),
          code: Type.String(),
          weight_g: Nullable(Type.Integer()),
          damaged: Type.Boolean(),
          held: Type.Boolean({ description: "Reserved now, such as for a ship-out." }),
        },
        { $id: "StockPackageOfLine" },
      ),
    ),
    customer: Owner,
    lot: Type.String(),
    expires_date: Nullable(CalendarDate),
    qty: Type.Integer({ description: "Pieces; 1 for a package itself." }),
    changed_at: Timestamp,
  },
  { $id: "InventoryLine" },
);

export const Movement = Type.Object(
  {
    id: NoRef("a movement of stock"),
    batch_id: NoRef("movements of one call"),
    at: Timestamp,
    reason: StringEnum(MOVEMENT_REASONS),
    article_id: Nullable(Ref("article")),
    sku: Nullable(Type.String()),
    package_id: Nullable(Ref("stock_package")),
    package_code: Nullable(Type.String()),
    customer_id: OwnerId,
    lot: Type.String(),
    expires_date: Nullable(CalendarDate),
    qty: Type.Integer(),
    from_bin_id: Nullable(Ref("bin")),
    from_bin_code: Nullable(Type.String()),
    to_bin_id: Nullable(Ref("bin")),
    to_bin_code: Nullable(Type.String()),
    from_qty_after: Nullable(
      Type.Integer({ description: "What it left in the line that it was taken from." }),
    ),
    to_qty_after: Nullable(Type.Integer({ description: "What it left in the line that it was added to." })),
    scanned: Nullable(Type.String({ description: "What was scanned." })),
    note: Type.String(),
    subject_type: Nullable(Type.String({ description: "What caused it, such as `receipt`." })),
    subject_id: Nullable(NoRef("a record of `subject_type`")),
    created_by: Nullable(
      Type.Object({ account_id: Ref("account"), name: Type.String() }, { $id: "MovedBy" }),
    ),
  },
  { $id: "StockMovement" },
);
