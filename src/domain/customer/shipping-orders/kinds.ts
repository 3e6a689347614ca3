/** Kinds of records of this family that inputs name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    shipping_order: number;
    shipping_package: number;
  }
}

export {};
