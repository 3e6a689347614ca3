/** Kinds of records of this family that members name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    poi: number;
    poi_import: string;
  }
}

export {};
