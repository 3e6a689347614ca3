/** Kinds of records of this family that members name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    issued_document: number;
    document_link: number;
  }
}

export {};
