/** Kinds of records of this family that members name, and their descriptions for models. */
import { defineKindWords } from "#operation/define/kind-words.ts";

declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    order: number;
    parcel: number;
    tracking_number: string;
    label_code: string;
    order_ref: string;
    batch: string;
    /** Of an address that has no position. */
    unplaced_key: string;
  }
}

export const kinds = defineKindWords({
  order: { words: "From get_orders or find_order.", words_of_list: "Of these orders." },
  tracking_number: { words_of_list: "Of these numbers." },
});
