/** Kinds of records of this family that members name, and their descriptions for models. */
import { defineKindWords } from "#operation/define/kind-words.ts";

declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    alliance: number;
    alliance_client: string;
  }
}

export const kinds = defineKindWords({
  alliance: { words: "From list_alliances." },
});
