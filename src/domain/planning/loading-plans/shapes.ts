/** Schemas of loading plans. */
import Type from "typebox";
import {
  buildLeftItemShape,
  buildOptionMembers,
  buildSeparateGroups,
  uprightInput,
} from "#domain/planning/goods-plans/public.ts";
import { Count, Id, Nullable, OrderId, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { HAZARD_CLASSES } from "./hazards.ts";
import { PLAN_STATES } from "./rules.ts";
import { DEVIATIONS } from "./scans.ts";
import { CustomSpace, Millimetres, PlanSpace, Position, SpaceChoice, TEMPERATURES } from "./space-shapes.ts";

export type { PlanSpace } from "./space-shapes.ts";

/** The most pieces of one plan: what the checker and the pictures handle in a second. */
export const PIECES_MAX = 3000;

const limits = {
  upright: uprightInput,
  stack: Type.Optional(
    StringEnum(["none", "bottom_only"], {
      description: "`none`: nothing on top of it. `bottom_only`: it stands on the floor.",
    }),
  ),
  max_load_g: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 500_000_000_000,
      description: "Most weight on top of one piece, from all above it; any if absent.",
    }),
  ),
  group: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  stop_seq: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1000,
      description:
        "Position of its stop: the lowest is unloaded first, and nothing of a later stop is in its way.",
    }),
  ),
  hazard_class: Type.Optional(
    StringEnum(HAZARD_CLASSES, {
      description: "Class or division of dangerous goods. Classes that may not be together are loaded apart.",
    }),
  ),
  temperature: Type.Optional(StringEnum(TEMPERATURES, { description: "Any space if absent." })),
};

export const ItemInput = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 120 })),
    code: Type.Optional(
      Type.String({ minLength: 1, maxLength: 80, description: "What is scanned at loading." }),
    ),
    length_mm: Millimetres,
    width_mm: Millimetres,
    height_mm: Millimetres,
    quantity: Type.Integer({ minimum: 1, maximum: PIECES_MAX }),
    weight_g: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 500_000_000, description: "Of one piece; 0 if absent." }),
    ),
    ...limits,
  },
  { $id: "LoadingItemInput" },
);
export type ItemInput = Type.Static<typeof ItemInput>;

const LoadedItem = Type.Object(
  {
    ref: Type.String({ description: "What placements call it." }),
    name: Type.String(),
    code: Type.String({ description: "What is scanned at loading." }),
    order_id: Nullable(Ref("order", OrderId)),
    parcel_id: Nullable(Ref("parcel")),
    length_mm: Millimetres,
    width_mm: Millimetres,
    height_mm: Millimetres,
    quantity: Type.Integer(),
    weight_g: Type.Integer(),
    ...limits,
  },
  { $id: "LoadingItem" },
);
export type LoadedItem = Type.Static<typeof LoadedItem>;

/** What is loaded apart from the items, and how. */
export const loadInput = {
  spaces: Type.Optional(
    Type.Array(SpaceChoice, { maxItems: 20, description: "Of the library, in the order of preference." }),
  ),
  custom_spaces: Type.Optional(
    Type.Array(CustomSpace, { maxItems: 10, description: "Spaces of this plan alone, after the others." }),
  ),
  vehicle_id: Type.Optional(
    Ref("vehicle", {
      ...Id,
      description: "The load space of a vehicle, with the weight it may carry, before the others.",
    }),
  ),
  separate_groups: buildSeparateGroups(10, "Pairs of groups that may not be in one space."),
  support_percent: Type.Optional(
    Type.Integer({
      minimum: 50,
      maximum: 100,
      description: "Least share of an item's base that rests on the floor or on items; 100 if absent.",
    }),
  ),
};

export const contentsInput = {
  items: Type.Array(ItemInput, { minItems: 1, maxItems: 500 }),
  ...loadInput,
};

/** More pieces are solved in the background unless the caller says otherwise. */
export const SYNC_PIECES = 300;

export const optionMembers = buildOptionMembers(
  "Loads tried at most, 1,500 if absent. The same contents, seed and iterations give the same plan unless the time ends first.",
);
const PlanOptions = Type.Object(optionMembers, { $id: "LoadingPlanOptions" });

const Placement = Type.Object(
  {
    piece_no: Type.Integer({ description: "Its number in the loading order of the space." }),
    step: Type.Integer(),
    item: Type.String({ description: "`ref` of the item." }),
    x_mm: Position,
    y_mm: Position,
    z_mm: Position,
    size_x_mm: Millimetres,
    size_y_mm: Millimetres,
    size_z_mm: Millimetres,
  },
  {
    $id: "LoadingPlacement",
    description:
      "A piece from its lower corner: x from the wall opposite the door, y across, z above the floor.",
  },
);

const Metrics = Type.Object(
  {
    items: Count,
    weight_g: Type.Integer(),
    fill_percent: Type.Number({ description: "Volume of the pieces in the free inside." }),
    centre_of_gravity: Nullable(
      Type.Object({ x_mm: Type.Integer(), y_mm: Type.Integer(), z_mm: Type.Integer() }),
    ),
    offset_percent: Type.Object(
      { x: Type.Number(), y: Type.Number() },
      { description: "Of the centre of gravity from the middle, in percent of half the length and width." },
    ),
    axle_loads: Type.Array(
      Type.Object({
        after_stop: Nullable(Type.Integer({ description: "`stop_seq`; null: at departure." })),
        front_g: Type.Integer(),
        rear_g: Type.Integer(),
      }),
      { description: "Empty without axles." },
    ),
    floor_load_kg_m2: Type.Integer({ description: "The highest under any item." }),
  },
  { $id: "LoadingMetrics" },
);

export const LoadedSpace = Type.Object(
  {
    space_no: Type.Integer(),
    space: Type.String({ description: "`ref` of the space." }),
    metrics: Metrics,
    placements: Type.Array(Placement, { description: "In loading order." }),
  },
  { $id: "LoadedSpace" },
);

const UNPLACED_REASONS = [
  "too_large",
  "door_too_small",
  "too_heavy",
  "floor_load",
  "excluded",
  "payload",
  "axle_load",
  "kept_apart",
  "stop_order",
  "no_room",
  "time_limit",
  "taken_out",
] as const;

const UnplacedItem = buildLeftItemShape("UnplacedItem", UNPLACED_REASONS);

const LoadingResult = Type.Object(
  {
    spaces: Type.Array(LoadedSpace),
    unplaced: Type.Array(UnplacedItem),
    totals: Type.Object({
      spaces: Count,
      pieces: Count,
      volume_mm3: Type.Integer(),
      weight_g: Type.Integer(),
    }),
    volume_bound_mm3: Type.Integer({ description: "No plan places more volume." }),
    spaces_bound: Type.Integer({ description: "Everything needs at least so many spaces." }),
    gap_percent: Type.Number({
      description: "Below the bound: of the volume while pieces are left, else of the number of spaces.",
    }),
    repeatable: Type.Boolean({
      description:
        "The search ended before its time: the same contents, seed and iterations give the same plan.",
    }),
    iterations: Count,
    elapsed_ms: Count,
  },
  { $id: "LoadingResult" },
);

export const MoveInput = Type.Object(
  {
    space_no: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: "Where the piece is; absent: it is unplaced." }),
    ),
    piece_no: Type.Optional(Type.Integer({ minimum: 1, maximum: PIECES_MAX })),
    item: Type.Optional(Type.String({ maxLength: 40, description: "`ref` of an unplaced item." })),
    to: Nullable(
      Type.Object({
        space_no: Type.Integer({ minimum: 1, maximum: 1000 }),
        x_mm: Position,
        y_mm: Position,
        z_mm: Position,
        size_x_mm: Type.Optional(
          Type.Integer({ ...Millimetres, description: "As it stands now if absent." }),
        ),
        size_y_mm: Type.Optional(Millimetres),
        size_z_mm: Type.Optional(Millimetres),
      }),
    ),
  },
  { $id: "LoadingMove", description: "`to` null takes the piece out of its space." },
);
export type MoveInput = Type.Static<typeof MoveInput>;

export const MoveViolation = Type.Object(
  {
    kind: Type.String({
      description: "Which limit is broken, as `overlap`, `support`, `axle_load`, `stop_order`.",
    }),
    space_no: Type.Integer(),
    piece_no: Nullable(Type.Integer()),
    item: Nullable(Type.String()),
    message: Type.String(),
  },
  { $id: "LoadingViolation" },
);

export const Scan = Type.Object(
  {
    id: NoRef("a scan of a piece"),
    code: Type.String(),
    item: Nullable(Type.String()),
    space_no: Type.Integer(),
    deviation: Nullable(StringEnum(DEVIATIONS)),
    note: Type.String(),
    scanned_at: Timestamp,
  },
  { $id: "LoadingScan" },
);

const planMembers = {
  id: Ref("loading_plan"),
  name: Type.String(),
  state: StringEnum(PLAN_STATES),
  route_id: Nullable(Ref("route")),
  spaces_used: Nullable(Count),
  unplaced: Nullable(Type.Integer({ ...Count, description: "Pieces in no space." })),
  fill_percent: Nullable(Type.Number({ description: "Of the spaces used." })),
  weight_g: Nullable(Type.Integer()),
  pieces: Count,
  failure: Nullable(Type.String()),
  locked_at: Nullable(Timestamp),
  executed_at: Nullable(Timestamp),
  created_at: Timestamp,
  finished_at: Nullable(Timestamp),
  version: Type.Integer(),
};

export const LoadingPlanSummary = Type.Object(planMembers, { $id: "LoadingPlanSummary" });

export const LoadingPlan = Type.Object(
  {
    ...planMembers,
    items: Type.Array(LoadedItem),
    spaces: Type.Array(PlanSpace, { description: "Those that the solver chooses from." }),
    separate_groups: Type.Array(Type.Array(Type.String())),
    support_percent: Type.Integer(),
    options: PlanOptions,
    seed: Type.Integer(),
    inputs_hash: Type.String({ description: "The same contents have the same hash." }),
    progress: Nullable(
      Type.Object({
        spaces: Count,
        volume_mm3: Type.Integer(),
        volume_bound_mm3: Type.Integer(),
        unplaced: Count,
        elapsed_ms: Count,
        iterations: Count,
      }),
    ),
    result: Nullable(LoadingResult),
    scanned: Count,
    deviations: Type.Array(Scan, { description: "What was not loaded as planned." }),
    can: Type.Object({
      change: Type.Boolean(),
      solve: Type.Boolean(),
      cancel: Type.Boolean(),
      move: Type.Boolean(),
      lock: Type.Boolean(),
      unlock: Type.Boolean(),
      scan: Type.Boolean(),
    }),
  },
  { $id: "LoadingPlan" },
);
