/** Kinds of records of this family that members name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    locker_device: number;
    locker_command: number;
    locker_operation: number;
    /** Of a device; the family above has them. */
    locker_compartment: number;
  }
}

export {};
