/** Kinds of records of this family that members name, and their descriptions for models. */
import { defineKindWords } from "#operation/define/kind-words.ts";

declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    route: number;
    route_change: number;
    stop: number;
  }
}

export const kinds = defineKindWords({
  route: { words: "From get_routes." },
});
