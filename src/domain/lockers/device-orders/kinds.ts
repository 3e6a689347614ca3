/** Kinds of records of this family that members name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    device_order: number;
    device_order_exception: number;
  }
}

export {};
