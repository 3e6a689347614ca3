/** Decisions about datasets: who sees and changes what, and what becomes of a position. Pure. */
import { PRESET_NAMES } from "#operation/define/presets.ts";
import type { Column } from "./columns.ts";
import type { AddressValue, GeoValue, Values } from "./values.ts";
import type { Filter } from "./where.ts";

export const VISIBILITIES = ["business", "restricted"] as const;
export type Visibility = (typeof VISIBILITIES)[number];
export const ACCESSES = ["none", "read", "write"] as const;
export type Access = (typeof ACCESSES)[number];
/** The presets of employees, and `employee` for those without one. Administrators see everything. */
export const ROLE_NAMES = [...PRESET_NAMES, "employee"] as const;
export type RoleName = (typeof ROLE_NAMES)[number];

export const GEOCODE_STATES = [
  "none",
  "given",
  "pending",
  "queued",
  "located",
  "not_found",
  "failed",
  "pinned",
] as const;
export type GeocodeState = (typeof GEOCODE_STATES)[number];

export interface Permission {
  access: Access;
  hidden: readonly number[];
  read_only: readonly number[];
  row_rule: Filter | null;
}

/** What one caller sees of a dataset. */
export interface DatasetAccess {
  /** In their order. */
  columns: readonly Column[];
  /** Numbers of the columns whose cells the caller may change. */
  writable: ReadonlySet<number>;
  hidden_keys: ReadonlySet<string>;
  sees_position: boolean;
  row_rule: Filter | null;
  /** Nothing is hidden or closed: only then may columns be changed. */
  is_complete: boolean;
}

/** Null: the dataset does not exist for the caller. `permission` is that of the role, undefined when it is not listed. */
export function computeDatasetAccess(
  dataset: { columns: readonly Column[]; visibility: Visibility; position_n: number | null },
  is_admin: boolean,
  permission: Permission | undefined,
): DatasetAccess | null {
  const unlisted: Permission = {
    access: dataset.visibility === "business" ? "write" : "none",
    hidden: [],
    read_only: [],
    row_rule: null,
  };
  const effective_permission: Permission = is_admin
    ? { access: "write", hidden: [], read_only: [], row_rule: null }
    : (permission ?? unlisted);
  if (effective_permission.access === "none") return null;
  const hidden = new Set(effective_permission.hidden);
  const columns = dataset.columns.filter(({ n }) => !hidden.has(n));
  const writable =
    effective_permission.access === "read"
      ? []
      : columns.filter(({ n }) => !effective_permission.read_only.includes(n)).map(({ n }) => n);
  return {
    columns,
    writable: new Set(writable),
    hidden_keys: new Set(dataset.columns.filter(({ n }) => hidden.has(n)).map(({ key }) => key)),
    sees_position: dataset.position_n === null || !hidden.has(dataset.position_n),
    row_rule: effective_permission.row_rule,
    is_complete:
      effective_permission.row_rule === null &&
      writable.length === dataset.columns.length &&
      effective_permission.access === "write",
  };
}

export interface Position {
  lat: number | null;
  lng: number | null;
  geocode_state: GeocodeState;
  geocode_precision: "rooftop" | "street" | "locality" | null;
}

const NOWHERE: Position = { lat: null, lng: null, geocode_state: "none", geocode_precision: null };

interface PositionChange {
  column: Column | undefined;
  before: { values: Values; position: Position } | null;
  values: Values;
  /** Undefined: the pin stays as it is; null: it is taken away. */
  pin: GeoValue | null | undefined;
  geocodes_on_write: boolean;
}

/** A pin stands above the column, and the column above what was found for an address that has changed since. */
export function computePosition({
  column,
  before,
  values,
  pin,
  geocodes_on_write,
}: PositionChange): Position {
  if (pin) return { ...pin, geocode_state: "pinned", geocode_precision: null };
  if (pin === undefined && before?.position.geocode_state === "pinned") return before.position;
  if (column === undefined) return NOWHERE;
  const value = values[`c${column.n}`];
  if (value === undefined) return NOWHERE;
  if (column.type === "geo") {
    const { lat, lng } = value as GeoValue;
    return { lat, lng, geocode_state: "given", geocode_precision: null };
  }
  const text = (value as AddressValue).text;
  const former = before?.values[`c${column.n}`] as AddressValue | undefined;
  const is_kept =
    pin === undefined && before !== null && former?.text === text && before.position.geocode_state !== "none";
  if (is_kept) return before.position;
  return { ...NOWHERE, geocode_state: geocodes_on_write ? "queued" : "pending" };
}

/** The state in which an address may be sent to the geocoder: again what was not found, never what has a pin. */
export const GEOCODABLE: readonly GeocodeState[] = ["pending", "not_found", "failed"];
