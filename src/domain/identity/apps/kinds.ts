/** Kinds of records of this family that members name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    app: string;
    registration: number;
    app_session: number;
    identity: number;
  }
}

export {};
