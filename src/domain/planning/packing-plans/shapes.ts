/** Schemas of packagings and packing plans. */
import Type from "typebox";
import {
  buildLeftItemShape,
  buildOptionMembers,
  buildSeparateGroups,
  DIMENSIONS,
  uprightInput,
} from "#domain/planning/goods-plans/public.ts";
import { Count, Id, Minor, Nullable, OrderId, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Price, PriceHidden } from "#vocabulary/price.ts";
import { Ref } from "#vocabulary/ref.ts";
import { PLAN_STATES } from "./rules.ts";

export const PACKAGING_STATUSES = ["active", "retired"] as const;

/** The most pieces of one plan: what the checker and the pictures handle in seconds. */
export const PIECES_MAX = 20_000;

const Millimetres = Type.Integer({ minimum: 1, maximum: 20_000, description: "Whole millimetres." });
const Grams = Type.Integer({ minimum: 0, maximum: 50_000_000 });

export const packagingMembers = {
  code: Type.String({ minLength: 1, maxLength: 40, pattern: "\\S" }),
  name: Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" }),
  category: Type.String({ minLength: 1, maxLength: 60, pattern: "\\S" }),
  inner_length_mm: Millimetres,
  inner_width_mm: Millimetres,
  inner_height_mm: Millimetres,
  outer_length_mm: Millimetres,
  outer_width_mm: Millimetres,
  outer_height_mm: Millimetres,
  max_weight_g: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 50_000_000,
      description: "Gross, the packaging included; null: any.",
    }),
  ),
  tare_g: Grams,
  cost_minor: Type.Integer({ ...Minor, description: "Of one, in minor units of the business's currency." }),
  stock: Nullable(Type.Integer({ ...Count, description: "How many there are; null: not counted." })),
};

/** Customers are never shown it, whichever prices are hidden from them. */
const PackagingCost = Price(
  "shipping_service",
  "Minor units of the business's currency; not shown to customers.",
);

export const Packaging = Type.Object(
  {
    id: Ref("packaging"),
    ...packagingMembers,
    cost_minor: PackagingCost,
    price_hidden: PriceHidden,
    stock: Type.Optional(packagingMembers.stock),
    source: Type.String({ description: "Where its sizes were published; empty: measured by the business." }),
    status: StringEnum(PACKAGING_STATUSES),
    version: Type.Integer(),
  },
  { $id: "Packaging" },
);

const itemMembers = {
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 120 })),
  quantity: Type.Integer({ minimum: 1, maximum: 10_000 }),
  weight_g: Type.Optional(Type.Integer({ ...Grams, description: "Of one piece; 0 if absent." })),
  upright: uprightInput,
  max_load_g: Type.Optional(
    Type.Integer({
      ...Grams,
      description: "Most weight on top of one piece, from all above it; 0: fragile, nothing touches its top.",
    }),
  ),
  group: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
};

export const ItemInput = Type.Object(
  {
    article_id: Type.Optional(
      Ref("article", {
        ...Id,
        description:
          "An article of the inventory: name, measures and weight are taken from it where they are absent here.",
      }),
    ),
    ...itemMembers,
    length_mm: Type.Optional(Millimetres),
    width_mm: Type.Optional(Millimetres),
    height_mm: Type.Optional(Millimetres),
  },
  { $id: "PackingItemInput" },
);
export type ItemInput = Type.Static<typeof ItemInput>;

const PackedItem = Type.Object(
  {
    ref: Type.String({ description: "What placements call it." }),
    name: Type.String(),
    article_id: Nullable(Ref("article")),
    parcel_id: Nullable(Ref("parcel", { ...Id, description: "The parcel of the order that is packed." })),
    length_mm: Millimetres,
    width_mm: Millimetres,
    height_mm: Millimetres,
    quantity: Type.Integer(),
    weight_g: Type.Integer(),
    upright: Type.Optional(Type.Array(StringEnum(DIMENSIONS))),
    max_load_g: Type.Optional(Type.Integer()),
    group: Type.Optional(Type.String()),
  },
  { $id: "PackedItem" },
);
export type PackedItem = Type.Static<typeof PackedItem>;

export const CustomSize = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 120 })),
    inner_length_mm: Millimetres,
    inner_width_mm: Millimetres,
    inner_height_mm: Millimetres,
    outer_length_mm: Type.Optional({ ...Millimetres, description: "As the inside if absent." }),
    outer_width_mm: Type.Optional(Millimetres),
    outer_height_mm: Type.Optional(Millimetres),
    max_weight_g: Type.Optional(Type.Integer({ minimum: 1, maximum: 50_000_000 })),
    tare_g: Type.Optional(Grams),
    cost_minor: Type.Optional(packagingMembers.cost_minor),
    stock: Type.Optional(
      Type.Integer({ ...Count, description: "How many there are; any number if absent." }),
    ),
  },
  { $id: "PackingCustomSize" },
);

const PlanPackaging = Type.Object(
  {
    ref: Type.String({ description: "What packages call it." }),
    packaging_id: Nullable(Ref("packaging", { ...Id, description: "Null for a custom size of the plan." })),
    code: Type.String(),
    name: Type.String(),
    inner_length_mm: Type.Integer(),
    inner_width_mm: Type.Integer(),
    inner_height_mm: Type.Integer(),
    outer_length_mm: Type.Integer(),
    outer_width_mm: Type.Integer(),
    outer_height_mm: Type.Integer(),
    max_weight_g: Nullable(Type.Integer()),
    tare_g: Type.Integer(),
    cost_minor: PackagingCost,
    price_hidden: PriceHidden,
    stock: Type.Optional(Nullable(Type.Integer({ description: "Not shown to customers." }))),
  },
  { $id: "PlanPackaging" },
);
/** As it is stored, with what customers are not shown. */
export type PlanPackaging = Omit<
  Type.Static<typeof PlanPackaging>,
  "cost_minor" | "price_hidden" | "stock"
> & {
  cost_minor: number;
  stock: number | null;
};

/** What a plan packs, and into what. */
export const contentsInput = {
  items: Type.Optional(
    Type.Array(ItemInput, { minItems: 1, maxItems: 500, description: "Absent: the parcels of the order." }),
  ),
  categories: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
      maxItems: 50,
      description: "All active packagings of these categories of the catalogue.",
    }),
  ),
  packaging_ids: Type.Optional(
    Type.Array(Ref("packaging"), { maxItems: 100, description: "These packagings of the catalogue." }),
  ),
  custom_sizes: Type.Optional(
    Type.Array(CustomSize, {
      maxItems: 30,
      description:
        "Sizes of this plan alone, besides the others. Without categories, packagings and custom sizes: the whole catalogue.",
    }),
  ),
  target_utilization_percent: Type.Optional(
    Type.Number({
      minimum: 1,
      maximum: 100,
      description: "No package is filled beyond this share of its inner volume; 100 if absent.",
    }),
  ),
  separate_groups: buildSeparateGroups(50, "Pairs of groups that may not be in one package."),
  support_percent: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description: "Least share of an item's base that rests on the floor or on items; 75 if absent.",
    }),
  ),
};

export const optionMembers = buildOptionMembers(
  "Packings tried at most, 8,000 if absent. The same contents, seed and iterations give the same packages unless the time ends first.",
);
const PlanOptions = Type.Object(optionMembers, { $id: "PackingPlanOptions" });

const Placement = Type.Object(
  {
    item: Type.String({ description: "`ref` of the item." }),
    x_mm: Type.Integer(),
    y_mm: Type.Integer(),
    z_mm: Type.Integer(),
    size_x_mm: Type.Integer(),
    size_y_mm: Type.Integer(),
    size_z_mm: Type.Integer(),
    count_x: Type.Integer(),
    count_y: Type.Integer(),
    count_z: Type.Integer(),
  },
  {
    $id: "PackingPlacement",
    description:
      "Equal pieces side by side, in the order in which they are put in: count_x × count_y × count_z of them, from the inner corner at x, y, z.",
  },
);

const Package = Type.Object(
  {
    package_no: Type.Integer(),
    packaging: Type.String({ description: "`ref` of the packaging." }),
    pieces: Count,
    weight_g: Type.Integer({ description: "Gross." }),
    fill_percent: Type.Number({ description: "Volume of the items in the inside." }),
    placements: Type.Array(Placement),
  },
  { $id: "PlannedPackage" },
);

const UNPACKED_REASONS = ["too_large", "too_heavy", "above_fill_cap", "out_of_stock", "time_limit"] as const;

const UnpackedItem = buildLeftItemShape("UnpackedItem", UNPACKED_REASONS);

export const PackingResult = Type.Object(
  {
    packages: Type.Array(Package),
    unpacked: Type.Array(UnpackedItem),
    totals: Type.Object({
      packages: Count,
      pieces: Count,
      outer_volume_mm3: Type.Integer(),
      items_volume_mm3: Type.Integer(),
      weight_g: Type.Integer(),
      cost_minor: PackagingCost,
      price_hidden: PriceHidden,
    }),
    lower_bound_mm3: Type.Integer({
      description: "No packing of all items has a smaller total outer volume.",
    }),
    optimal: Type.Boolean({ description: "The total outer volume equals the lower bound." }),
    repeatable: Type.Boolean({
      description:
        "The search ended before its time: the same contents, seed and iterations give the same packages.",
    }),
    iterations: Count,
    elapsed_ms: Count,
  },
  { $id: "PackingResult" },
);

export const Actual = Type.Object(
  {
    package_no: Type.Integer(),
    packaging_id: Nullable(Ref("packaging")),
    outer_length_mm: Nullable(Type.Integer()),
    outer_width_mm: Nullable(Type.Integer()),
    outer_height_mm: Nullable(Type.Integer()),
    weight_g: Nullable(Type.Integer()),
    note: Type.String(),
    recorded_at: Timestamp,
    differences: Type.Array(
      StringEnum(["packaging", "size", "weight"], {
        description: "In what the package differs from the plan.",
      }),
    ),
  },
  { $id: "PackingActual" },
);

const planMembers = {
  id: Ref("packing_plan"),
  name: Type.String(),
  state: StringEnum(PLAN_STATES),
  order_id: Nullable(Ref("order", OrderId)),
  packages: Nullable(Count),
  unpacked: Nullable(Type.Integer({ ...Count, description: "Pieces in no package." })),
  outer_volume_mm3: Nullable(Type.Integer()),
  pieces: Count,
  failure: Nullable(Type.String()),
  applied_at: Nullable(Timestamp),
  created_at: Timestamp,
  finished_at: Nullable(Timestamp),
  version: Type.Integer(),
};

export const PackingPlanSummary = Type.Object(planMembers, { $id: "PackingPlanSummary" });

export const PackingPlan = Type.Object(
  {
    ...planMembers,
    items: Type.Array(PackedItem),
    packagings: Type.Array(PlanPackaging, { description: "Those that the solver chooses from." }),
    target_utilization_percent: Type.Number(),
    separate_groups: Type.Array(Type.Array(Type.String())),
    support_percent: Type.Integer(),
    options: PlanOptions,
    seed: Type.Integer(),
    inputs_hash: Type.String({ description: "The same contents have the same hash." }),
    progress: Nullable(
      Type.Object({
        packages: Count,
        outer_volume_mm3: Type.Integer(),
        unpacked: Count,
        elapsed_ms: Count,
        iterations: Count,
      }),
    ),
    result: Nullable(PackingResult),
    applied_parcels: Type.Array(Type.Object({ parcel_id: Ref("parcel"), package_no: Type.Integer() })),
    actual: Type.Array(Actual),
    can: Type.Object({
      change: Type.Boolean(),
      solve: Type.Boolean(),
      cancel: Type.Boolean(),
      apply: Type.Boolean(),
      record: Type.Boolean(),
    }),
  },
  { $id: "PackingPlan" },
);
