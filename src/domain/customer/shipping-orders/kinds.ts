/** Kinds of records of this family that members name, and their descriptions for models. */
import { defineKindWords } from "#operation/define/kind-words.ts";

declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    shipping_order: number;
    shipping_package: number;
  }
}

export const kinds = defineKindWords({
  shipping_order: { words: "From list_shipping_orders." },
});
