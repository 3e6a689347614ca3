/** Kinds of records of this family that members name, and their descriptions for models. */
import { defineRecordKinds } from "#operation/define/record-kinds.ts";

declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    unified_order: number;
    unified_job: string;
  }
}

export const kinds = defineRecordKinds({
  unified_order: { words: "From uniorder_create." },
  unified_job: { words: "From the async call." },
});
