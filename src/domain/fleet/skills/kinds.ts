/** Kinds of records of this family that members name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    skill: number;
    skill_code: string;
  }
}

export {};
