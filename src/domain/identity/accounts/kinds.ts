/** Kinds of records of this family that members name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    /** Whoever signs in, whatever its role. */
    account: number;
    employee: number;
    token: number;
  }
}

export {};
