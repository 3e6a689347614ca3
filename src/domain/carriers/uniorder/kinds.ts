/** Kinds of records of this family that inputs name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    unified_order: number;
    unified_job: string;
  }
}

export {};
