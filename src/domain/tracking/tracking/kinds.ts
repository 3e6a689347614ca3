/** Kinds of records of this family that members name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    number_range: number;
    alias: number;
    watch: number;
  }
}

export {};
