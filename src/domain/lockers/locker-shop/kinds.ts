/** Kinds of records of this family that members name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    shop_merchant: number;
    shop_product: number;
    shop_cell: number;
    shop_sale: number;
  }
}

export {};
