/** Kinds of records of this family that members name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    fleet: number;
    shift: number;
    shift_template: number;
    shift_swap: number;
  }
}

export {};
