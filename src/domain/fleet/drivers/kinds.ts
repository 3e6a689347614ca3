/** Kinds of records of this family that members name, and what models are told about it. */
import { defineRecordKinds } from "#operation/define/record-kinds.ts";

declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    driver: number;
    vehicle: number;
    document: number;
  }
}

export const kinds = defineRecordKinds({
  driver: { words: "From get_drivers." },
});
