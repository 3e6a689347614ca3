/** Kinds of records of this family that inputs name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    alliance: number;
    alliance_client: string;
  }
}

export {};
