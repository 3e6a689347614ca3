/** Points of interest as they are sent and returned. */
import Type from "typebox";
import {
  CalendarDate,
  Count,
  Latitude,
  Longitude,
  Nullable,
  StringEnum,
  Timestamp,
} from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { FENCE_SHAPES } from "./fence.ts";
import { POSITIONS_MAX, type Position, type Ring } from "./geometry.ts";
import { WEEKDAYS } from "./hours.ts";

const POI_KINDS = [
  "pickup_point",
  "customer_site",
  "gate",
  "dock",
  "no_go_area",
  "parking",
  "locker",
  "partner_shop",
  "other",
] as const;
export type PoiKind = (typeof POI_KINDS)[number];
export const PoiKind = StringEnum(POI_KINDS);

export const VISIBILITIES = ["private", "alliance", "public"] as const;
export type Visibility = (typeof VISIBILITIES)[number];

const POSITION = { type: "array", items: { type: "number" }, minItems: 2, maxItems: 2 };
const RING = { type: "array", items: POSITION, minItems: 4, maxItems: POSITIONS_MAX };
const Rings = Type.Unsafe<Ring[]>({ type: "array", items: RING, minItems: 1, maxItems: 50 });

const Geometry = Type.Union(
  [
    Type.Object({
      type: StringEnum(["Point"]),
      coordinates: Type.Unsafe<Position>({ ...POSITION, description: "Longitude, latitude." }),
    }),
    Type.Object({
      type: StringEnum(["Polygon"]),
      coordinates: Type.Unsafe<Ring[]>({
        ...Rings,
        description:
          "Rings of longitude, latitude; the first is the border, others are holes. The last position is the first.",
      }),
    }),
  ],
  { $id: "PoiGeometry", description: "GeoJSON (RFC 7946): a point or a polygon." },
);

const Opens = Type.String({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$", maxLength: 5 });
const Closes = Type.String({
  pattern: "^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$",
  maxLength: 5,
  description: "At or before `opens`: on the next day.",
});
const Intervals = Type.Array(Type.Object({ opens: Opens, closes: Closes }, { $id: "PoiInterval" }), {
  maxItems: 6,
  description: "Wall time of the place; none: closed.",
});

export const CalendarName = NoRef(
  "the name of a calendar",
  Type.String({
    minLength: 1,
    maxLength: 40,
    pattern: "^[A-Za-z0-9][A-Za-z0-9_-]*$",
    description: "Calendar of holidays, such as BR-DF.",
  }),
);

const Hours = Type.Object(
  {
    weekly: Type.Array(
      Type.Object(
        {
          days: Type.Array(StringEnum(WEEKDAYS), { minItems: 1, maxItems: 7, uniqueItems: true }),
          intervals: Intervals,
        },
        { $id: "PoiWeekHours" },
      ),
      { maxItems: 14, description: "Days that are absent are closed." },
    ),
    exceptions: Type.Optional(
      Type.Array(
        Type.Object(
          {
            from: CalendarDate,
            to: Type.Optional(
              Type.String({ ...CalendarDate, description: "The last day; absent, the first." }),
            ),
            intervals: Intervals,
            note: Type.Optional(Type.String({ maxLength: 200 })),
          },
          { $id: "PoiHoursException" },
        ),
        { maxItems: 200, description: "Hours of single days, instead of all others; the last one counts." },
      ),
    ),
    holidays: Type.Optional(
      Nullable(
        Type.Object(
          { calendar: CalendarName, intervals: Intervals },
          { $id: "PoiHolidayHours", description: "Hours on the days of a calendar of holidays." },
        ),
      ),
    ),
  },
  { $id: "PoiHours" },
);

const Geofence = Type.Object(
  {
    shape: StringEnum(FENCE_SHAPES),
    radius_m: Type.Optional(Type.Integer({ minimum: 5, maximum: 50_000, description: "Of a circle." })),
    polygon: Type.Optional({ ...Rings, description: "Of a polygon; absent, that of the place." }),
    line: Type.Optional(
      Type.Unsafe<Position[]>({
        type: "array",
        items: POSITION,
        minItems: 2,
        maxItems: POSITIONS_MAX,
        description: "Of a corridor.",
      }),
    ),
    width_m: Type.Optional(
      Type.Integer({ minimum: 5, maximum: 10_000, description: "Of a corridor, from side to side." }),
    ),
    on_enter: Type.Optional(Type.Boolean({ default: true, description: "Whether entering is an event." })),
    on_exit: Type.Optional(Type.Boolean({ default: true, description: "Whether leaving is an event." })),
    dwell_s: Type.Optional(
      Type.Integer({
        minimum: 10,
        maximum: 3600,
        default: 120,
        description: "Positions must be inside for this time before it is a visit.",
      }),
    ),
    accuracy_m_max: Type.Optional(
      Type.Integer({
        minimum: 5,
        maximum: 1000,
        default: 50,
        description: "Positions that are less accurate do not count.",
      }),
    ),
  },
  { $id: "PoiGeofence" },
);

const Entrance = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 80 }),
    lat: Latitude,
    lng: Longitude,
    instructions: Type.Optional(
      Type.String({ maxLength: 500, description: "What the driver should know at the door." }),
    ),
  },
  { $id: "PoiEntrance" },
);

const Attributes = Type.Unsafe<Record<string, string>>({
  type: "object",
  maxProperties: 50,
  propertyNames: { pattern: "^[A-Za-z][A-Za-z0-9_:-]{0,59}$" },
  additionalProperties: { type: "string", maxLength: 500 },
});

/** What a caller sets. */
export const POI_MEMBERS = {
  name: Type.String({ minLength: 1, maxLength: 120 }),
  kind: PoiKind,
  geometry: Geometry,
  place: Nullable(Place),
  entrances: Type.Array(Entrance, { maxItems: 20, description: "Stops go to the first." }),
  hours: Nullable(Hours),
  time_zone: Nullable(
    Type.String({ minLength: 1, maxLength: 60, description: "Of its hours; null: that of the business." }),
  ),
  attributes: Attributes,
  tags: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 30, uniqueItems: true }),
  visibility: StringEnum(VISIBILITIES, {
    description: "Who else sees it: nobody, partners with a grant, everybody.",
  }),
  geofence: Nullable(Geofence),
  ref: Nullable(Type.String({ minLength: 1, maxLength: 80, description: "What your files call it." })),
  service_time_s: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: 86_400,
      description: "How long a stop takes; null: as visits show.",
    }),
  ),
};

const Opening = Type.Object(
  {
    is_open: Nullable(Type.Boolean({ description: "Null: the hours are not known." })),
    changes_at: Nullable({
      ...Timestamp,
      description: "When it closes or opens next; null: not within two weeks.",
    }),
  },
  { $id: "PoiOpening" },
);

export const Poi = Type.Object(
  {
    id: Ref("poi"),
    ...POI_MEMBERS,
    time_zone: Type.String(),
    lat: Type.Number({ description: "Of its first entrance, or of the geometry." }),
    lng: Type.Number(),
    opening: Opening,
    distance_m: Nullable(Type.Integer({ description: "From `near`, in a straight line." })),
    source: StringEnum(["manual", "import"]),
    observed_service_time_s: Nullable(
      Type.Integer({ description: "The median of observed visits; null until there are enough." }),
    ),
    observed_visits: Count,
    version: Type.Integer(),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { $id: "Poi" },
);
export type Poi = Type.Static<typeof Poi>;

export const PoiAnswer = Type.Object({ result: Type.Boolean(), version: Type.Integer(), poi: Poi });

export const Visit = Type.Object(
  {
    id: NoRef("a visit, which no input names"),
    driver_id: Ref("driver"),
    route_id: Nullable(Ref("route")),
    status: StringEnum(["inside", "left"]),
    arrived_at: Timestamp,
    departed_at: Nullable(Timestamp),
    stay_s: Count,
    has_gap: Type.Boolean({ description: "Nothing was heard for some time: its times are not known." }),
    service_time_s: Nullable(Type.Integer({ description: "Null where it is not known, or was no service." })),
  },
  { $id: "PoiVisit" },
);

/** What others see of it. */
export const SharedPoi = Type.Object(
  {
    poi_id: NoRef("of another business"),
    client_code: Type.String({ description: "Code of its business." }),
    client_name: Type.String(),
    name: Type.String(),
    kind: PoiKind,
    geometry: Geometry,
    lat: Type.Number(),
    lng: Type.Number(),
    place: Nullable(Place),
    hours: Nullable(Hours),
    time_zone: Type.String(),
    tags: Type.Array(Type.String()),
    distance_m: Nullable(Type.Integer()),
  },
  { $id: "SharedPoi" },
);
export type SharedPoi = Type.Static<typeof SharedPoi>;

export const HOLIDAY_MEMBERS = {
  date: CalendarDate,
  name: Type.Optional(Type.String({ maxLength: 80 })),
  yearly: Type.Optional(Type.Boolean({ description: "On this day of every year." })),
};

export const Holiday = Type.Object(
  { calendar: Type.String(), date: Type.String(), name: Type.String(), yearly: Type.Boolean() },
  { $id: "PoiHoliday" },
);
