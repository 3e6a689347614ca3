/** Kinds of records of this family that members name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    /** An account that signs in, of any role. */
    account: number;
    employee: number;
    token: number;
  }
}

export {};
