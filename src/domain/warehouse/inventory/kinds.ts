/** Kinds of records of this family that inputs name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    article: number;
    stock_line: number;
    stock_package: number;
  }
}

export {};
