/** Kinds of records of this family that members name, and their descriptions for models. */
import { defineKindWords } from "#operation/define/kind-words.ts";

declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    article: number;
    stock_line: number;
    stock_package: number;
  }
}

export const kinds = defineKindWords({
  article: { words: "Of this article." },
});
