/** Kinds of records of this family that inputs name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    app: string;
    registration: number;
    app_session: number;
    identity: number;
  }
}

export {};
