/** Kinds of records of this family that inputs name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    carrier_account: number;
  }
}

export {};
