/** Kinds of records of this family that members name, and their descriptions for models. */
import { defineKindWords } from "#operation/define/kind-words.ts";

declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    warehouse: number;
    zone: number;
    bin: number;
  }
}

export const kinds = defineKindWords({
  warehouse: { words: "From get_warehouses." },
  zone: { words: "In this zone." },
  bin: { words: "In this bin." },
});
