/** Kinds of records of this family that inputs name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    share_link: number;
  }
}

export {};
