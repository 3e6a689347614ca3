/** Kinds of records of this family that members name, and what models are told about it. */
import { defineRecordKinds } from "#operation/define/record-kinds.ts";

declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    plan_run: number;
  }
}

export const kinds = defineRecordKinds({
  plan_run: { words: "Of this plan." },
});
