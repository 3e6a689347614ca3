/** Kinds of records of this family that inputs name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    instant_zone: number;
    instant_offer: number;
    instant_job: number;
  }
}

export {};
