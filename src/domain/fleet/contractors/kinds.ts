/** Kinds of records of this family that members name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    contractor: number;
    /** The account of the contractor's employee. */
    broker: number;
  }
}

export {};
