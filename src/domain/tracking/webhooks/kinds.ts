/** Kinds of records of this family that inputs name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    webhook_endpoint: number;
    webhook_delivery: number;
  }
}

export {};
