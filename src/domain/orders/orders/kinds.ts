/** Kinds of records of this family that inputs name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    order: number;
    parcel: number;
    tracking_number: string;
    label_code: string;
    order_ref: string;
    batch: string;
    /** Of an address that has no position. */
    unplaced_key: string;
  }
}

export {};
