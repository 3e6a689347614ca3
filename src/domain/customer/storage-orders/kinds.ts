/** Kinds of records of this family that inputs name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    storage_order: number;
    stored_package: number;
  }
}

export {};
