/** Kinds of records of this family that members name, and their descriptions for models. */
import { defineRecordKinds } from "#operation/define/record-kinds.ts";

declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    approval: number;
  }
}

export const kinds = defineRecordKinds({
  approval: { words: "From the proposal." },
});
