/** Kinds of records of this family that members name, and their descriptions for models. */
import { defineKindWords } from "#operation/define/kind-words.ts";

declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    storage_order: number;
    stored_package: number;
  }
}

export const kinds = defineKindWords({
  storage_order: { words: "From list_storage_orders." },
});
