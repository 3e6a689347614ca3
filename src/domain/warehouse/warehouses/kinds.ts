/** Kinds of records of this family that inputs name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    warehouse: number;
    zone: number;
    bin: number;
  }
}

export {};
