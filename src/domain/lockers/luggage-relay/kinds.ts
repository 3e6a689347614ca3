/** Kinds of records of this family that members name, and their descriptions for models. */
import { defineKindWords } from "#operation/define/kind-words.ts";

declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    luggage_relay: number;
    luggage_bag: number;
  }
}

export const kinds = defineKindWords({
  luggage_relay: { words: "Of the luggage relay." },
});
