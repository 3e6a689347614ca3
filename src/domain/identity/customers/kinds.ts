/** Kinds of records of this family that members name, and their descriptions for models. */
import { defineKindWords } from "#operation/define/kind-words.ts";

declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    customer: number;
    /** An account that signs in for it. */
    customer_account: number;
    template: number;
  }
}

export const kinds = defineKindWords({
  customer: { words: "Of this customer." },
});
