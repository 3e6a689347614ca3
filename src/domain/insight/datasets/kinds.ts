/** Kinds of records of this family that inputs name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    dataset: number;
    dataset_group: number;
    dataset_record: number;
    dataset_import: number;
  }
}

export {};
