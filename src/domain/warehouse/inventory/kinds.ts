/** Kinds of records of this family that members name, and their descriptions for models. */
import { defineRecordKinds } from "#operation/define/record-kinds.ts";

declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    article: number;
    stock_line: number;
    stock_package: number;
  }
}

export const kinds = defineRecordKinds({
  article: { words: "Of this article." },
});
