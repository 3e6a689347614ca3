/** Kinds of records of this family that inputs name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    label_order: number;
    label_manifest: number;
    label_pickup: number;
    label_adjustment: number;
  }
}

export {};
