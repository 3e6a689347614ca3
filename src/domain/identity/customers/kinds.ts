/** Kinds of records of this family that members name, and their descriptions for models. */
import { defineRecordKinds } from "#operation/define/record-kinds.ts";

declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    customer: number;
    /** An account that signs in for it. */
    customer_account: number;
    template: number;
  }
}

export const kinds = defineRecordKinds({
  customer: { words: "Of this customer." },
});
