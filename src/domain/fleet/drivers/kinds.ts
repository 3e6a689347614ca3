/** Kinds of records of this family that members name, and their descriptions for models. */
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
