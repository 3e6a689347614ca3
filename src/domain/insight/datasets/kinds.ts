/** Kinds of records of this family that members name, and their descriptions for models. */
import { defineKindWords } from "#operation/define/kind-words.ts";

declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    dataset: number;
    dataset_group: number;
    dataset_record: number;
    dataset_import: number;
  }
}

export const kinds = defineKindWords({
  dataset: { words: "From list_datasets." },
  dataset_group: { words: "From list_dataset_groups." },
});
