/** Kinds of records of this family that inputs name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    customer: number;
    /** An account that signs in for it. */
    customer_account: number;
    template: number;
  }
}

export {};
