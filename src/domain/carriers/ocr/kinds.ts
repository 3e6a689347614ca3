/** Kinds of records of this family that members name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    label_scan: number;
    label_job: string;
  }
}

export {};
