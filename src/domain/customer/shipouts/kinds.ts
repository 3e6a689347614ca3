/** Kinds of records of this family that members name, and their descriptions for models. */
import { defineRecordKinds } from "#operation/define/record-kinds.ts";

declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    shipout: number;
  }
}

export const kinds = defineRecordKinds({
  shipout: { words: "From list_shipouts." },
});
