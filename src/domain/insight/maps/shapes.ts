/** Maps as they are sent and returned. */
import Type from "typebox";
import { Count, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import type { Bounds } from "./records/map.ts";
import { ACCESSES, AGGREGATIONS, BASES, FIELDS_MAX, SOURCES, VISIBILITIES } from "./rules.ts";

export const Slug = Type.String({
  pattern: "^[a-z][a-z0-9-]{2,59}$",
  maxLength: 60,
  description: "Part of the public address, unique over all businesses.",
});

const BoundsSchema = Type.Unsafe<Bounds>({
  type: "array",
  items: { type: "number", minimum: -180, maximum: 540 },
  minItems: 4,
  maxItems: 4,
  description:
    "West, south, east, north in degrees; an east beyond 180 is on the other side of the 180th meridian.",
});

const Color = Type.String({ pattern: "^#[0-9a-fA-F]{6}$", maxLength: 7 });
const FieldKey = Type.String({ minLength: 1, maxLength: 120 });
const Value = Type.Union([Type.String({ maxLength: 200 }), Type.Number(), Type.Boolean()]);
const Words = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
      maxItems: 50,
      uniqueItems: true,
      description,
    }),
  );

const Style = Type.Object(
  {
    color: Color,
    size: Type.Optional(
      Type.Number({ minimum: 1, maximum: 40, description: "Radius of points and width of lines, pixels." }),
    ),
    opacity: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    by: Type.Optional(
      Nullable(
        Type.Object(
          {
            field: FieldKey,
            rules: Type.Array(
              Type.Object(
                {
                  value: Type.Optional(Value),
                  from: Type.Optional(Type.Number()),
                  to: Type.Optional(Type.Number({ description: "Exclusive." })),
                  color: Color,
                  label: Type.Optional(Type.String({ maxLength: 80 })),
                },
                { $id: "CustomMapColorRule", description: "A value, or numbers from and to." },
              ),
              { minItems: 1, maxItems: 30 },
            ),
            other: Type.Optional(Color),
          },
          {
            $id: "CustomMapColorBy",
            description: "The color by the value of a field of the list; the first rule that holds.",
          },
        ),
      ),
    ),
  },
  { $id: "CustomMapStyle" },
);

const Filter = Type.Object(
  {
    kinds: Words("poi, zones: kinds of points of interest."),
    tags: Words("poi, zones: with one of these tags."),
    visibilities: Type.Optional(
      Type.Array(StringEnum(VISIBILITIES), {
        minItems: 1,
        maxItems: 3,
        uniqueItems: true,
        description: "poi, zones: public alone when absent.",
      }),
    ),
    statuses: Words("routes: statuses; those released or under way when absent."),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 14, description: "routes: from today on." })),
    where: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: "object",
        additionalProperties: true,
        description: "dataset: a filter as searches of datasets take it.",
      }),
    ),
    equals: Type.Optional(
      Type.Unsafe<Record<string, string | number | boolean>>({
        type: "object",
        additionalProperties: { type: ["string", "number", "boolean"], maxLength: 200 },
        maxProperties: 10,
        description: "geojson: properties and their values.",
      }),
    ),
  },
  { $id: "CustomMapFilter" },
);

const Access = StringEnum(ACCESSES, {
  description:
    "public: everybody; unlisted: whoever has the address; token: who has a token; private: the people of the business.",
});
const AllowedOrigins = Type.Array(
  Type.String({ pattern: "^(\\*|https?://[a-z0-9.-]+(:[0-9]{1,5})?)$", maxLength: 200 }),
  {
    maxItems: 50,
    uniqueItems: true,
    description: "Of pages that may embed it, such as https://shop.example; * for all.",
  },
);

export const mapMembers = {
  title: Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" }),
  description: Type.String({ maxLength: 2000 }),
  access: Access,
  base: StringEnum(BASES, { description: "The base map of the installation, or none." }),
  bounds: Nullable(BoundsSchema),
  embed: Type.Object({ allowed_origins: AllowedOrigins }, { $id: "CustomMapEmbed" }),
};

export const CustomMap = Type.Object(
  {
    id: Ref("custom_map"),
    slug: Type.String(),
    ...mapMembers,
    layers: Count,
    published_number: Nullable(
      Type.Integer({ description: "The version that readers see; null: not published." }),
    ),
    published_at: Nullable(Timestamp),
    has_changes: Type.Boolean({ description: "The draft differs from what readers see." }),
    page_url: Type.String(),
    embed_url: Type.String({ description: "For a frame of an allowed page." }),
    created_at: Timestamp,
    updated_at: Timestamp,
    version: Type.Integer(),
  },
  { $id: "CustomMap" },
);
export type CustomMap = Type.Static<typeof CustomMap>;

export const MapAnswer = Type.Object({
  result: Type.Boolean(),
  version: Type.Integer(),
  custom_map: CustomMap,
});

export const layerMembers = {
  title: Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" }),
  filter: Filter,
  fields: Type.Array(FieldKey, {
    maxItems: FIELDS_MAX,
    uniqueItems: true,
    description: "The allow-list: what readers see of each feature. Nothing else leaves the service.",
  }),
  style: Style,
  popup: Type.String({ maxLength: 2000, description: "Text with {fields} of the list; empty: all of them." }),
  refresh_s: Type.Integer({ minimum: 5, maximum: 86_400, description: "How often readers read it again." }),
  min_zoom: Type.Integer({ minimum: 0, maximum: 22 }),
  max_zoom: Type.Integer({ minimum: 0, maximum: 22 }),
  aggregation: StringEnum(AGGREGATIONS, { description: "cluster: near points as one, with their number." }),
  is_visible: Type.Boolean({ description: "Shown when the map opens." }),
};

const OfferedField = Type.Object(
  { key: Type.String(), label: Type.String(), type: StringEnum(["text", "number", "boolean"]) },
  { $id: "CustomMapField" },
);

export const Layer = Type.Object(
  {
    id: Ref("custom_map_layer"),
    map_id: Ref("custom_map"),
    source: StringEnum(SOURCES),
    dataset_id: Nullable(Ref("dataset")),
    position: Count,
    ...layerMembers,
    offered_fields: Type.Array(OfferedField, { description: "What the source has." }),
    missing_fields: Type.Array(Type.String(), { description: "Of the list, and no longer in the source." }),
    features: Type.Integer({ description: "How many the filter finds now." }),
    version: Type.Integer(),
    updated_at: Timestamp,
  },
  { $id: "CustomMapLayer" },
);

export const LayerAnswer = Type.Object({ result: Type.Boolean(), version: Type.Integer(), layer: Layer });

const ReaderLayer = Type.Object(
  {
    id: NoRef("a layer of a published map"),
    title: Type.String(),
    source: StringEnum(SOURCES),
    fields: Type.Array(Type.String()),
    style: Style,
    popup: Type.String(),
    refresh_s: Type.Integer(),
    min_zoom: Type.Integer(),
    max_zoom: Type.Integer(),
    aggregation: StringEnum(AGGREGATIONS),
    is_visible: Type.Boolean(),
    features: Count,
    delivery: StringEnum(["geojson", "tiles"], { description: "tiles: it is too large for one answer." }),
    data_tag: Type.String({
      description: "Changes with list and data: part of the address of tiles, so that new ones are read.",
    }),
  },
  { $id: "CustomMapPublicLayer" },
);

export const PublishedMap = Type.Object(
  {
    slug: Type.String(),
    title: Type.String(),
    description: Type.String(),
    business_name: Type.String(),
    access: Access,
    base: StringEnum(BASES),
    bounds: Nullable(BoundsSchema),
    number: Type.Integer({ description: "The published version." }),
    published_at: Timestamp,
    layers: Type.Array(ReaderLayer),
  },
  { $id: "PublishedCustomMap" },
);

export const FeatureCollection = Type.Object(
  {
    type: StringEnum(["FeatureCollection"]),
    features: Type.Array(
      Type.Unsafe<Record<string, unknown>>({
        type: "object",
        additionalProperties: true,
        description: "GeoJSON.",
      }),
    ),
  },
  { $id: "CustomMapFeatures" },
);

const VersionLayer = Type.Object(
  {
    id: NoRef("a layer as it was published"),
    title: Type.String(),
    source: StringEnum(SOURCES),
    filter: Filter,
    fields: Type.Array(Type.String()),
    style: Style,
    popup: Type.String(),
    refresh_s: Type.Integer(),
    min_zoom: Type.Integer(),
    max_zoom: Type.Integer(),
    aggregation: StringEnum(AGGREGATIONS),
    is_visible: Type.Boolean(),
  },
  { $id: "CustomMapVersionLayer" },
);

export const MapVersion = Type.Object(
  {
    number: Type.Integer(),
    title: Type.String(),
    description: Type.String(),
    base: StringEnum(BASES),
    bounds: Nullable(BoundsSchema),
    note: Type.String(),
    is_published: Type.Boolean(),
    created_by: Nullable(Ref("account")),
    created_at: Timestamp,
    layers: Type.Array(VersionLayer),
  },
  { $id: "CustomMapVersion" },
);
