/** Schemas of cargo spaces. */
import Type from "typebox";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";

export const MODES = ["sea_container", "air_uld", "vehicle", "truck_body", "breakbulk", "custom"] as const;
export const TEMPERATURES = ["ambient", "chilled", "frozen"] as const;
export const SPACE_STATUSES = ["active", "retired"] as const;

export const Millimetres = Type.Integer({ minimum: 1, maximum: 100_000, description: "Whole millimetres." });
export const Position = Type.Integer({ minimum: 0, maximum: 100_000 });
const Grams = Type.Integer({ minimum: 1, maximum: 500_000_000_000 });

const Door = Type.Object(
  {
    wall: StringEnum(["end", "side", "top"], {
      description:
        "`end` at the far end of the length, `side` at the far end of the width, `top`: loaded by crane.",
    }),
    width_mm: Millimetres,
    height_mm: Type.Integer({ ...Millimetres, description: "Along the length for `top`." }),
  },
  { $id: "CargoDoor" },
);

const ContourPoint = Type.Object({ y_mm: Position, z_mm: Position }, { $id: "ContourPoint" });

const Obstacle = Type.Object(
  {
    x_mm: Position,
    y_mm: Position,
    z_mm: Position,
    size_x_mm: Millimetres,
    size_y_mm: Millimetres,
    size_z_mm: Millimetres,
  },
  { $id: "CargoObstacle" },
);

const Axle = Type.Object(
  {
    x_mm: Type.Integer({
      minimum: -100_000,
      maximum: 100_000,
      description: "From the wall opposite the door; negative in front of it.",
    }),
    empty_g: Type.Integer({ minimum: 0, maximum: 100_000_000, description: "Without cargo." }),
    max_g: Type.Integer({ minimum: 1, maximum: 100_000_000 }),
  },
  { $id: "CargoAxle" },
);

const Axles = Type.Object(
  { front: Axle, rear: Axle },
  {
    $id: "CargoAxles",
    description: "Axles or groups of axles; for a semi-trailer the kingpin and the group.",
  },
);

export const sizeMembers = { length_mm: Millimetres, width_mm: Millimetres, height_mm: Millimetres };

export const limitMembers = {
  door: Nullable(Door),
  contour: Nullable(
    Type.Array(ContourPoint, {
      minItems: 3,
      maxItems: 16,
      description: "Corners of the cross-section of width and height, convex, in one direction around it.",
    }),
  ),
  obstacles: Type.Array(Obstacle, { maxItems: 20, description: "What is not free, as wheel arches." }),
  payload_g: Nullable(Type.Integer({ ...Grams, description: "Null: any." })),
  floor_load_kg_m2: Nullable(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: "Under each item on the floor; null: any." }),
  ),
  axles: Nullable(Axles),
  temperatures: Type.Array(StringEnum(TEMPERATURES), {
    minItems: 1,
    maxItems: 3,
    uniqueItems: true,
    description: "Which goods it keeps. Goods of different temperatures are not loaded together.",
  }),
};

export const spaceMembers = {
  code: Type.String({ minLength: 1, maxLength: 40, pattern: "\\S" }),
  name: Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" }),
  mode: StringEnum(MODES),
  ...sizeMembers,
  ...limitMembers,
};
const Facts = Type.Object(spaceMembers);
export type SpaceFacts = Type.Static<typeof Facts>;

export const CargoSpace = Type.Object(
  {
    id: Ref("cargo_space"),
    ...spaceMembers,
    source: Type.String({ description: "Where its sizes were published; empty: measured by the business." }),
    status: StringEnum(SPACE_STATUSES),
    version: Type.Integer(),
  },
  { $id: "CargoSpace" },
);

export const SpaceChoice = Type.Object(
  {
    cargo_space_id: Ref("cargo_space"),
    count: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, description: "How many there are; 1 if absent." }),
    ),
  },
  { $id: "CargoSpaceChoice" },
);

export const CustomSpace = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 120 })),
    ...sizeMembers,
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
    ...Type.Partial(Type.Object(limitMembers)).properties,
  },
  { $id: "CustomCargoSpace" },
);

export const PlanSpace = Type.Object(
  {
    ref: Type.String({ description: "What loaded spaces call it." }),
    cargo_space_id: Nullable(
      Ref("cargo_space", { ...Id, description: "Null for a space of the plan alone." }),
    ),
    vehicle_id: Nullable(Ref("vehicle")),
    count: Type.Integer(),
    ...spaceMembers,
    code: Type.String(),
    name: Type.String(),
  },
  { $id: "LoadingPlanSpace" },
);
export type PlanSpace = Type.Static<typeof PlanSpace>;
