/** Kinds of records of this family that members name, and their descriptions for models. */
import { defineKindWords } from "#operation/define/kind-words.ts";

declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    rental: number;
  }
}

export const kinds = defineKindWords({
  rental: { words: "Of the rental." },
});
