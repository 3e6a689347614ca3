/** Kinds of records of this family that members name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    custom_map: number;
    custom_map_layer: number;
    /** A token of a map. */
    custom_map_token: number;
  }
}

export {};
