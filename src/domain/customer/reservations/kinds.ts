/** Kinds of records of this family that members name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    bookable: number;
    reservation: number;
    waitlist_entry: number;
  }
}

export {};
