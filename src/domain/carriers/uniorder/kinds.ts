/** Kinds of records of this family that members name, and their descriptions for models. */
import { defineKindWords } from "#operation/define/kind-words.ts";

declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    unified_order: number;
    unified_job: string;
  }
}

export const kinds = defineKindWords({
  unified_order: { words: "From uniorder_create." },
  unified_job: { words: "From the async call." },
});
