/** Kinds of records of this family that members name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    instant_zone: number;
    instant_offer: number;
    instant_job: number;
  }
}

export {};
