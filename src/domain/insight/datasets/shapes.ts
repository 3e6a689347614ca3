/** Datasets, their groups and records, as they are sent. */
import Type from "typebox";
import { Latitude, Longitude, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { COLUMN_TYPES, COLUMNS_MAX, KEY_PATTERN } from "./columns.ts";
import { ACCESSES, GEOCODE_STATES, ROLE_NAMES, VISIBILITIES } from "./rules.ts";

export const ColumnKey = Type.String({
  pattern: KEY_PATTERN,
  maxLength: 60,
  description: "Names the column in values, filters and files.",
});
export const DatasetName = Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" });

const columnMembers = {
  name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 120, description: "What people read; the key when absent." }),
  ),
  type: StringEnum(COLUMN_TYPES),
  required: Type.Optional(Type.Boolean({ description: "No record is without it." })),
  unique: Type.Optional(
    Type.Boolean({ description: "No two records have the same value; records can be upserted by it." }),
  ),
  indexed: Type.Optional(
    Type.Boolean({ description: "Filters and sorting by it are fast; at most 8 columns." }),
  ),
  options: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 120, pattern: "^\\S(.*\\S)?$" }), {
      maxItems: 200,
      description: "What a select column offers.",
    }),
  ),
  ref_dataset_id: Type.Optional(Nullable(Ref("dataset"))),
};

export const NewColumn = Type.Object({ key: ColumnKey, ...columnMembers }, { $id: "DatasetNewColumn" });
export type NewColumn = Type.Static<typeof NewColumn>;

export const ColumnChange = Type.Object(
  {
    key: ColumnKey,
    new_key: Type.Optional(ColumnKey),
    ...columnMembers,
    type: Type.Optional(columnMembers.type),
  },
  { $id: "DatasetColumnChange" },
);
export type ColumnChange = Type.Static<typeof ColumnChange>;

const DatasetColumn = Type.Object(
  {
    key: ColumnKey,
    name: Type.String(),
    type: StringEnum(COLUMN_TYPES),
    required: Type.Boolean(),
    unique: Type.Boolean(),
    indexed: Type.Boolean(),
    options: Type.Array(Type.String()),
    ref_dataset_id: Nullable(Ref("dataset")),
    can_write: Type.Boolean({ description: "The caller may change its cells." }),
  },
  { $id: "DatasetColumn" },
);

export const Dataset = Type.Object(
  {
    id: Ref("dataset"),
    name: Type.String(),
    description: Type.String(),
    visibility: StringEnum(VISIBILITIES, {
      description:
        "business: employees whose role has no permission of its own see all of it; restricted: nothing.",
    }),
    columns: Type.Array(DatasetColumn, { maxItems: COLUMNS_MAX }),
    position_column: Nullable(ColumnKey),
    geocodes_on_write: Type.Boolean({
      description: "Addresses are queued for geocoding when they are written.",
    }),
    records: Type.Integer({ description: "How many the caller sees." }),
    can_write: Type.Boolean({ description: "The caller may change cells of some column." }),
    can_design: Type.Boolean({ description: "The caller may change columns, groups and settings." }),
    created_at: Timestamp,
    updated_at: Timestamp,
    version: Type.Integer(),
  },
  { $id: "Dataset", "x-compact": ["dataset_id from id", "..."] },
);

export const DatasetSummary = Type.Object(
  {
    id: Ref("dataset"),
    name: Type.String(),
    description: Type.String(),
    visibility: StringEnum(VISIBILITIES),
    columns: Type.Integer(),
    column_keys: Type.Array(ColumnKey, { description: "Of the columns that the caller sees: for `where`." }),
    groups: Type.Integer(),
    records: Type.Integer({ description: "How many the caller sees." }),
    position_column: Nullable(ColumnKey),
    can_write: Type.Boolean(),
    updated_at: Timestamp,
    version: Type.Integer(),
  },
  { $id: "DatasetSummary", "x-compact": ["dataset_id from id", "..."] },
);

export const DatasetGroup = Type.Object(
  {
    id: Ref("dataset_group"),
    dataset_id: Ref("dataset"),
    name: Type.String(),
    records: Type.Integer({ description: "How many the caller sees." }),
    version: Type.Integer(),
  },
  { $id: "DatasetGroup", "x-compact": ["group_id from id", "..."] },
);
export const GroupName = Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" });

/** Any JSON; the columns define what is valid. */
const Open = Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true });

export const CellValues = Type.Unsafe<Record<string, unknown>>({
  ...Open,
  description:
    "Values by key of the column. date: YYYY-MM-DD; geo: {lat, lng}; address: text, or {line1, line2, city, region, postal_code, country}; ref: the id of a record. Null empties a cell.",
});

export const Where = Type.Unsafe<Record<string, unknown>>({
  ...Open,
  description:
    'A filter: {"city": {"eq": "Lyon"}, "or": [{"floor": {"gt": 3}}, {"lift": {"eq": true}}]}. Operators: eq, ne, gt, gte, lt, lte, in, contains, starts_with, is_null, near ({lat, lng, radius_m}); and, or, not to depth 4, at most 50 conditions. $position is the position of a record.',
});

export const Pin = Type.Object(
  { lat: Latitude, lng: Longitude },
  { $id: "DatasetPin", description: "A position set by hand, which stands above any other." },
);

export const DatasetRecord = Type.Object(
  {
    id: Ref("dataset_record"),
    dataset_id: Ref("dataset"),
    group_id: Ref("dataset_group"),
    values: CellValues,
    lat: Nullable(Latitude),
    lng: Nullable(Longitude),
    geocode_state: StringEnum(GEOCODE_STATES, {
      description:
        "given: by a geo column; pending: an address that nobody asked to locate; pinned: by hand; not_found: nothing reliable; failed: the geocoder was not reached.",
    }),
    geocode_precision: Nullable(StringEnum(["rooftop", "street", "locality"])),
    row_version: Type.Integer(),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { $id: "DatasetRecord" },
);
export type DatasetRecord = Type.Static<typeof DatasetRecord>;

export const DatasetPermission = Type.Object(
  {
    role: StringEnum(ROLE_NAMES, {
      description: "A preset of employees, or employee for those without one.",
    }),
    access: StringEnum(ACCESSES),
    hidden_columns: Type.Array(ColumnKey, { maxItems: COLUMNS_MAX, uniqueItems: true }),
    read_only_columns: Type.Array(ColumnKey, { maxItems: COLUMNS_MAX, uniqueItems: true }),
    row_rule: Nullable(
      Type.Unsafe<Record<string, unknown>>({
        ...Open,
        description:
          'Only records that this filter holds for. {"caller": "account_id"} (in a number column) or {"caller": "email"} (in a text column) stands for whoever reads.',
      }),
    ),
  },
  { $id: "DatasetPermission" },
);
export type DatasetPermission = Type.Static<typeof DatasetPermission>;

export const StoredDatasetPermission = Type.Object(
  {
    ...DatasetPermission.properties,
    row_rule_fault: Type.Optional(
      Type.String({
        description: "Why the rule holds for no record and must be changed; absent when it holds as it is.",
      }),
    ),
  },
  { $id: "StoredDatasetPermission" },
);

export const AsOf = Type.Optional(
  Type.String({ ...Timestamp, description: "As it was at this time; columns as they are now." }),
);

export const GeocodeQuota = Type.Object(
  {
    limit: Type.Integer({ description: "Rows a business a day." }),
    used: Type.Integer(),
    resets_at: Timestamp,
  },
  { $id: "DatasetGeocodeQuota" },
);
