/** Kinds of records of this family that members name, and their descriptions for models. */
import { defineKindWords } from "#operation/define/kind-words.ts";

declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    label_order: number;
    label_manifest: number;
    label_pickup: number;
    label_adjustment: number;
  }
}

export const kinds = defineKindWords({
  label_order: { words: "From the purchase." },
});
