/** Kinds of records of this family that members name, and their descriptions for models. */
import { defineRecordKinds } from "#operation/define/record-kinds.ts";

declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    label_order: number;
    label_manifest: number;
    label_pickup: number;
    label_adjustment: number;
  }
}

export const kinds = defineRecordKinds({
  label_order: { words: "From the purchase." },
});
