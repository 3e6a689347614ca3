/** Rows of datasets. */
import type { BatchState } from "#vocabulary/batches.ts";
import type { Column } from "./columns.ts";
import type { Access, GeocodeState, RoleName, Visibility } from "./rules.ts";
import type { Values } from "./values.ts";
import type { Filter } from "./where.ts";

export interface DatasetRow {
  id: number;
  business_id: number;
  name: string;
  description: string;
  visibility: Visibility;
  columns: Column[];
  next_n: number;
  position_n: number | null;
  geocodes_on_write: boolean;
  created_by: number | null;
  created_at: string;
  updated_at: string;
  version: number;
}

export interface PermissionRow {
  business_id: number;
  dataset_id: number;
  role: RoleName;
  access: Access;
  hidden: number[];
  read_only: number[];
  row_rule: Filter | null;
}

/** The members of a record that its versions share. */
export interface RecordVersion {
  id: number;
  dataset_id: number;
  group_id: number;
  values: Values;
  lat: number | null;
  lng: number | null;
  geocode_state: GeocodeState;
  geocode_precision: "rooftop" | "street" | "locality" | null;
  row_version: number;
  created_at: string;
  updated_at: string;
  updated_by: number | null;
}

interface RecordRow extends Omit<RecordVersion, "values"> {
  business_id: number;
  values: unknown;
  search: string;
  slot_1: string | null;
  slot_2: string | null;
  slot_3: string | null;
  slot_4: string | null;
  slot_5: string | null;
  slot_6: string | null;
  slot_7: string | null;
  slot_8: string | null;
  geocode_attempts: number;
  queued_at: string | null;
  created_by: number | null;
}

export interface ImportRow {
  id: number;
  business_id: number;
  dataset_id: number;
  state: BatchState;
  file_name: string;
  file_type: string;
  file_sha256: string;
  options: unknown;
  rows_total: number;
  rows_read: number;
  created: number;
  updated: number;
  failed: number;
  failure: string | null;
  created_by: number | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    dataset: Omit<DatasetRow, "columns"> & { columns: unknown };
    dataset_group: {
      id: number;
      business_id: number;
      dataset_id: number;
      name: string;
      created_at: string;
      version: number;
    };
    dataset_permission: Omit<PermissionRow, "row_rule"> & { row_rule: unknown };
    dataset_record: RecordRow;
    dataset_record_past: Omit<RecordVersion, "values"> & {
      business_id: number;
      values: unknown;
      search: string;
      ended_at: string;
      ended_by: number | null;
      was_deleted: boolean;
    };
    dataset_unique_value: {
      business_id: number;
      dataset_id: number;
      n: number;
      value: string;
      record_id: number;
    };
    dataset_geocode_day: { business_id: number; day: string; used: number };
    dataset_import: ImportRow;
    dataset_import_failure: {
      business_id: number;
      import_id: number;
      row_number: number;
      cells: unknown;
      errors: unknown;
    };
  }
}
