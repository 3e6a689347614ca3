/** Kinds of records of this family that members name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    cargo_space: number;
    loading_plan: number;
  }
}

export {};
