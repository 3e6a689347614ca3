/** Kinds of records of this family that inputs name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    route: number;
    route_change: number;
    stop: number;
  }
}

export {};
