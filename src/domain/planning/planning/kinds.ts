/** Kinds of records of this family that members name, and their descriptions for models. */
import { defineRecordKinds } from "#operation/define/record-kinds.ts";

declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    plan_run: number;
  }
}

export const kinds = defineRecordKinds({
  plan_run: { words: "Of this plan." },
});
